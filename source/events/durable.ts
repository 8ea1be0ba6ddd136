import {assertNever} from './assert-never.ts';
import type {Event} from './event.ts';

/** Whether an event goes to the journal. Every type is named, so a new one can't be forgotten. */
export function isDurable(event: Event): boolean {
	switch (event.type) {
		case 'session.started':
		case 'session.opened':
		case 'session.renamed':
		case 'session.closed':
		case 'model.chosen':
		case 'context.cleared':
		case 'message.queued':
		case 'message.unqueued':
		case 'message.sent':
		case 'turn.started':
		case 'reply.began':
		case 'reply.grew':
		case 'reasoning.grew':
		case 'reply.ended':
		case 'turn.retried':
		case 'turn.ended':
		case 'tool.proposed':
		case 'authorization.asked':
		case 'tool.edited':
		case 'tool.previewed':
		case 'file.changed':
		case 'file.restored':
		case 'authorization.answered':
		case 'grant.made':
		case 'grant.revoked':
		case 'tool.started':
		case 'tool.progressed':
		case 'tool.ended':
		case 'terminal.opened':
		case 'terminal.exited':
		case 'terminal.closed':
		case 'terminal.controlled':
		case 'terminal.allowed':
			return true;
		case 'proxy.changed':
		case 'models.listed':
		case 'rule.added':
		case 'notice.shown':
		case 'focus.moved':
		case 'zoom.toggled':
		case 'overlay.opened':
		case 'overlay.closed':
		case 'theme.chosen':
		case 'terminal.waited':
		case 'terminal.wanted':
		case 'terminal.typed':
		case 'terminal.selected':
		case 'split.changed':
		case 'mouse.toggled':
		case 'monitor.toggled':
			return false;
		default:
			return assertNever(event);
	}
}
