// `npm test`: sets the clone up, installs the Debian packages that the tests of real parts use where root and apt are
// there, and runs every test file. Arguments are test files or patterns of `dist/`; without any, all run. TAP_TIMEOUT is
// the limit of a file in seconds (300), TAP_JOBS how many run at once (as many as there are processors), and TAP_FULL=1
// prints every line.
// Closes with the line `N passed, N failed, N skipped`, counted over single assertions.
import { runTestFiles } from './tests/run.mjs';

process.exitCode = await runTestFiles(process.argv.slice(2));
