// The parts of undici that this project uses. It is loaded only when needed, because loading it takes longer than the rest of
// a program's start.

export { Agent, buildConnector, Pool, ProxyAgent } from 'undici';
