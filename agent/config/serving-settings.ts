// The settings of the agent's endpoints: where they listen, with which certificates, and who may call them.

import { cipherSuites, parseCipherSuite } from '../../shared/process/host/cipher-suites.ts';
import { choice, field, listOf, optional, period, struct, text, trueOrFalse } from './field.ts';
import { flagged, flaggedList, flaggedPath } from './flagged-field.ts';
import { address, cipherSuite, port } from './setting-shapes.ts';

const server = { group: 'Endpoint' };

export const servingSettings = {
  address: flagged('address', 'address to listen on', server, field(address, '0.0.0.0')),
  port: flagged('port', 'port to listen on; 0: any free one', server, field(port, 10_250)),
  healthzBindAddress: flagged(
    'healthz-bind-address',
    'address of the plain health endpoint',
    server,
    field(address, '127.0.0.1'),
  ),
  healthzPort: flagged('healthz-port', 'port of the plain health endpoint; 0: none', server, field(port, 10_248)),
  tlsCertFile: flaggedPath('tls-cert-file', 'serving certificate', server, optional(text())),
  tlsPrivateKeyFile: flaggedPath('tls-private-key-file', 'key of the serving certificate', server, optional(text())),
  tlsMinVersion: flagged(
    'tls-min-version',
    'oldest TLS version that is served',
    server,
    field(choice('VersionTLS12', 'VersionTLS13'), 'VersionTLS12'),
  ),
  tlsCipherSuites: flaggedList(
    'tls-cipher-suites',
    'cipher suites of TLS 1.2; those of Node.js when not given',
    { ...server, parse: parseCipherSuite, what: `one of ${cipherSuites.join(', ')}` },
    field(listOf(cipherSuite), []),
  ),
  streamingConnectionIdleTimeout: flagged(
    'streaming-connection-idle-timeout',
    'how long a stream into a container may carry nothing',
    server,
    period('4h0m0s'),
  ),
  rotateCertificates: flagged(
    'rotate-certificates',
    'renew the client certificate before it ends',
    server,
    field(trueOrFalse, false),
  ),
  /** Instead of the agent itself. */
  serverTLSBootstrap: flagged(
    'rotate-server-certificates',
    'have the API server sign the serving certificate, and renew it',
    server,
    field(trueOrFalse, false),
  ),
};

/** Authentication and authorization of callers. */
export const accessSettings = {
  authentication: field(
    struct({
      x509: field(
        struct({
          clientCAFile: flaggedPath('client-ca-file', 'authorities of client certificates', server, optional(text())),
        }),
        {},
      ),
      webhook: field(
        struct({
          enabled: flagged(
            'authentication-token-webhook',
            'ask the API server about tokens',
            server,
            field(trueOrFalse, true),
          ),
          cacheTTL: flagged(
            'authentication-token-webhook-cache-ttl',
            'how long an answer about a token holds',
            server,
            period('2m0s'),
          ),
        }),
        {},
      ),
      anonymous: field(
        struct({
          enabled: flagged(
            'anonymous-auth',
            'let callers without credentials in as system:anonymous',
            server,
            field(trueOrFalse, false),
          ),
        }),
        {},
      ),
    }),
    {},
  ),
  authorization: field(
    struct({
      mode: flagged(
        'authorization-mode',
        'who decides on access',
        server,
        field(choice('Webhook', 'AlwaysAllow'), 'Webhook'),
      ),
      webhook: field(
        struct({
          cacheAuthorizedTTL: flagged(
            'authorization-webhook-cache-authorized-ttl',
            'how long a granted access holds',
            server,
            period('5m0s'),
          ),
          cacheUnauthorizedTTL: flagged(
            'authorization-webhook-cache-unauthorized-ttl',
            'how long a refused access holds',
            server,
            period('30s'),
          ),
        }),
        {},
      ),
    }),
    {},
  ),
};
