// What this project uses of undici, for whoever loads it only when it is needed: a package in the CommonJS form loses its
// names where a program is bundled into several files and imports the package itself as it runs.

export { Agent } from 'undici';
