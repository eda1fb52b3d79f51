// The contract of the record of servers that serve the same objects: which addresses the service of the API leads to.

export interface LiveServers {
  /** Records that the server at this address serves, for some seconds more; resolves with the addresses of all that do, this one included. */
  announce(address: string): Promise<readonly string[]>;
  /** The server at this address stops; resolves with the addresses of the others. */
  withdraw(address: string): Promise<readonly string[]>;
}

/** Of a server that has its store to itself. */
export const onlyServer: LiveServers = {
  announce: async (address) => [address],
  withdraw: async () => [],
};
