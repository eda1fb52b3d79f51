// Loaded into every program that the launcher runs, before the program itself. Descriptor 3 is one end of a pipe that the
// launcher holds open and never writes to. When the launcher has ended for any reason, the program ends in an orderly way,
// and after two seconds it exits in any case. So no launch leaves processes behind.

import { Socket } from 'node:net';

const patience = 2000;

const launcher = new Socket({ fd: 3, readable: true, writable: false });
launcher.once('error', () => {});
launcher.once('close', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), patience).unref();
});
launcher.resume();
launcher.unref();
