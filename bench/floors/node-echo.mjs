// Bare Node: a line, and keys shown as they come. No terminal program in Node can begin sooner.
const {stdin, stdout} = process;
stdin.setRawMode(true);
stdin.on('data', keys => stdout.write(keys));
stdout.write('Hello\r\n> ');
