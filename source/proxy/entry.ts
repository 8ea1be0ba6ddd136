import {runProxy} from './main.ts';

// Ends the process even if a connection to a provider is still open.
process.exit(await runProxy(process.argv.slice(2), process.env));
