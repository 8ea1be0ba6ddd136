import type {ToolCall} from '../../../state/state.ts';
import {callRows} from '../call-rows.ts';
import type {Drawing} from './drawing.ts';

export const callDrawing: Drawing<ToolCall> = {rows: callRows, estimate: () => 3};
