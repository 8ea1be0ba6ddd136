import type {SessionId} from '../events/ids.ts';
import type {DoctorCheck} from '../events/query.ts';
import type {Headless} from '../gate/ports.ts';
import type {McpServers} from '../mcp-client/mcp-servers.ts';
import type {Model, ProxyAddress} from '../model/model.ts';
import type {Folders} from '../platform/folders.ts';
import type {ImageStore} from '../storage/image-store.ts';
import type {Journal} from '../storage/journal.ts';
import type {Redactor} from '../storage/redact.ts';
import type {SettingsNow} from '../storage/settings-book.ts';
import type {TerminalsPorts} from '../terminal/terminal.ts';
import type {MonitoringPorts} from './monitoring/monitoring.ts';
import type {SessionPast} from './past-of-session.ts';
import type {RecordedCalls} from './recorded-tools.ts';
import type {RemoteHostsPorts} from './remote-hosts/setup.ts';

/** Everything outside the program that the engine uses; tests pass their own. */
export type EnginePorts = Omit<MonitoringPorts, 'monitoring'> &
	RemoteHostsPorts & {
		readonly cwd: string;
		readonly version: string;
		/** Reads the settings again if they have changed. */
		readonly settingsNow: () => SettingsNow;
		readonly session: SessionId;
		/** What earlier processes left of this session. */
		readonly past: SessionPast;
		/** Writes a checkpoint while the session runs; with it, the session's next start is faster. */
		readonly keepPast?: ((signal: AbortSignal) => Promise<void>) | undefined;
		readonly journal: Journal;
		/** Why this session is read-only, for a person; null if it can be continued. */
		readonly readOnly: string | null;
		/** Ports for terminals on this machine; remote hosts have their own. */
		readonly terminals: Omit<TerminalsPorts, 'onChange'>;
		readonly redactor: Redactor;
		/** Only for replay: returns the recorded outcome of a call instead of running it. */
		readonly recorded?: RecordedCalls;
		readonly model: (proxy: (signal: AbortSignal) => Promise<ProxyAddress>) => Model;
		readonly headless: Headless | null;
		readonly roundsMax: number;
		/** Settings, and the sessions of this user. */
		readonly folders: Pick<Folders, 'config' | 'state'>;
		/** The MCP servers of the settings; absent in a replay, which starts none. */
		readonly mcpServers?: McpServers;
		/** The images of the session; null to keep none. */
		readonly images: ImageStore | null;
		readonly doctor: () => Promise<readonly DoctorCheck[]>;
	};
