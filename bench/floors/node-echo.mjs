// Plain Node: prints a line and echoes keys. No terminal program in Node can start faster.
const {stdin, stdout} = process;
stdin.setRawMode(true);
stdin.on('data', keys => stdout.write(keys));
stdout.write('Hello\r\n> ');
