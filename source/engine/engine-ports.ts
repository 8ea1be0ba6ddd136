import type {Stamped} from '../events/event.ts';
import type {SessionId} from '../events/ids.ts';
import type {DoctorCheck} from '../events/query.ts';
import type {Permissions} from '../events/settings.ts';
import type {Model, ProxyAddress} from '../model/model.ts';
import type {Folders} from '../platform/folders.ts';
import type {Journal} from '../storage/journal.ts';
import type {Redactor} from '../storage/redact.ts';
import type {TerminalsPorts} from '../terminal/terminal.ts';
import type {MonitoringPorts} from './monitoring/monitoring.ts';
import type {RecordedCalls} from './recorded-tools.ts';
import type {RemoteHostsPorts} from './remote-hosts/setup.ts';

/** Everything of the outside world that the engine touches; tests pass their own. */
export type EnginePorts = Omit<MonitoringPorts, 'monitoring'> &
	RemoteHostsPorts & {
		readonly cwd: string;
		readonly version: string;
		/** Which rules hold, now. */
		readonly permissions: () => Permissions;
		readonly session: SessionId;
		/** What the journal of this session held; empty for a new one. */
		readonly history: readonly Stamped[];
		readonly journal: Journal;
		/** Why this session can only be looked at, in words; null: it can be gone on with. */
		readonly readOnly: string | null;
		/** Those of this machine. */
		readonly terminals: Omit<TerminalsPorts, 'onChange'>;
		readonly redactor: Redactor;
		/** Replay: how a call ended when it was recorded, instead of running it. */
		readonly recorded?: RecordedCalls;
		readonly model: (proxy: (signal: AbortSignal) => Promise<ProxyAddress>) => Model;
		readonly headless: {readonly allow: readonly string[]} | null;
		readonly roundsMax: number;
		/** Settings, and the sessions of this user. */
		readonly folders: Pick<Folders, 'config' | 'state'>;
		readonly doctor: () => Promise<readonly DoctorCheck[]>;
	};
