// `npm run bench`: sets the clone up, then measures. Arguments are passed on (`--help` lists them).
import { setUp } from './setup.mjs';

try {
  await setUp();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await import('../dist/bench/main.js');
