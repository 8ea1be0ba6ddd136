import {argumentPairFormats} from './argument-pairs.ts';
import {bareFormats} from './bare-json.ts';
import type {Format} from './format.ts';
import {gemmaFormats} from './gemma.ts';
import {harmonyFormats} from './harmony.ts';
import {hermesFormats} from './hermes.ts';
import {markedValueFormats} from './marked-values.ts';
import {minimaxM3} from './minimax-m3.ts';
import {namedValueFormats} from './named-values.ts';
import {parameterTagFormats} from './parameter-tags.ts';
import {pythonicFormats} from './pythonic.ts';
import {specialTokenFormats} from './special-tokens.ts';
import {toolTagFormats} from './tool-tags.ts';

/** All notations of calls that are understood. If two of them fit, the first one counts. */
export const formats: readonly Format[] = [
	...markedValueFormats,
	...hermesFormats,
	...parameterTagFormats,
	...argumentPairFormats,
	...namedValueFormats,
	...specialTokenFormats,
	minimaxM3,
	...gemmaFormats,
	...harmonyFormats,
	...pythonicFormats,
	...toolTagFormats,
	...bareFormats,
];
