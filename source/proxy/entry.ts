import {runProxy} from './main.ts';

// Whatever a provider's connection still holds open, the process is done.
process.exit(await runProxy(process.argv.slice(2), process.env));
