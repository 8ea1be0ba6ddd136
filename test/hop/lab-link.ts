import {onTestFinished} from 'vitest';
import type {Link} from '../../source/hop/link.ts';
import {linkTo, scriptedPorts} from '../helpers/hop-ports.ts';
import type {LabServer, SshLab} from '../helpers/ssh-lab.ts';

/** A connection as the program makes it, closed after the test. */
export async function labLink(lab: SshLab, {alias}: LabServer): Promise<Link> {
	const link = await linkTo(alias, scriptedPorts(lab.configFile));
	onTestFinished(() => link.close());
	return link;
}
