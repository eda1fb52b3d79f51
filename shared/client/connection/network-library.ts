// What this project uses of undici, to be loaded only when it is needed: it takes longer than a program takes to start.

export { Agent, buildConnector, Pool, ProxyAgent } from 'undici';
