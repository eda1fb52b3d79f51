// `npm start`: sets the clone up, then hands over to the launcher.
import { setUp } from './setup.mjs';

try {
  await setUp();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await import('../dist/scripts/start/main.js');
