import {render, Text} from 'ink';

/** A bare Ink hello world. */
render(<Text>Hello</Text>);
setInterval(() => {}, 60_000);
