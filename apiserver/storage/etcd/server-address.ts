// The address of an etcd member on a command line: `http://host:port` or `https://host:port`.

export interface ServerAddress {
  /** `host:port`; the port is that of the scheme when none is named. */
  readonly host: string;
  readonly secure: boolean;
}

/** Throws TypeError for a text that is no http or https address. */
export function parseServerAddress(server: string): ServerAddress {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  const secure = url?.protocol === 'https:';
  if (url === undefined || (!secure && url.protocol !== 'http:') || url.hostname === '') {
    throw new TypeError(`the etcd server ${server} is no http or https address`);
  }
  return { host: `${url.hostname}:${url.port === '' ? (secure ? 443 : 80) : url.port}`, secure };
}
