import type {DoctorCheck} from '../../events/query.ts';

export function ok(name: string, message: string): DoctorCheck {
	return {name, status: 'ok', message};
}

export function warn(name: string, message: string, hint: string): DoctorCheck {
	return {name, status: 'warn', message, hint};
}

export function fail(name: string, message: string, hint: string): DoctorCheck {
	return {name, status: 'fail', message, hint};
}
