import type {Grant} from '../events/authorization.ts';
import type {Stamped} from '../events/event.ts';

export function reduceGrants(grants: readonly Grant[], event: Stamped): readonly Grant[] {
	switch (event.type) {
		case 'grant.made':
			return [...grants.filter(grant => grant.id !== event.grant.id), event.grant];
		// "For this session" means until the program is left: who comes back is asked again.
		case 'session.opened':
			return grants.some(grant => grant.until === 'session')
				? grants.filter(grant => grant.until !== 'session')
				: grants;
		case 'grant.revoked':
			return grants.filter(grant => grant.id !== event.grant);
		default:
			return grants;
	}
}
