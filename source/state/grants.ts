import type {Grant} from '../events/authorization.ts';
import type {Stamped} from '../events/event.ts';

export function reduceGrants(grants: readonly Grant[], event: Stamped): readonly Grant[] {
	switch (event.type) {
		case 'grant.made':
			return [...grants.filter(grant => grant.id !== event.grant.id), event.grant];
		case 'grant.revoked':
			return grants.filter(grant => grant.id !== event.grant);
		default:
			return grants;
	}
}
