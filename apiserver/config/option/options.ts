// What can be said about a server when it is started from code. Everything has a default: `startApiServer()` gives a
// complete server in memory on a free port of this host.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Vendor, VendorId } from '../../../shared/vendor/vendor.ts';
import type { ProxySettings } from '../../controller/bootstrap/authentication-settings.ts';
import {
  type ControllerSelection,
  controllerSelection,
  parseControllerChoice,
} from '../../controller/controller-selection.ts';
import type { ElectionPeriods } from '../../controller/election/leader-election.ts';
import type { HealthPeriods } from '../../controller/node/node-health.ts';
import type { EvictionLimits } from '../../controller/node/zone.ts';
import type { OidcSettings } from '../../authentication/jwt/oidc-flags.ts';
import type { AuditFormat } from '../../audit/event-text.ts';
import type { AuditMode } from '../../audit/log-sink.ts';
import type { WebhookBatching } from '../../audit/webhook-sink.ts';
import type { AuthorizationMode } from '../../authorization/make-authorizer.ts';
import type { InstallOptions, WebhookInstallation } from '../../manifest/install-objects.ts';
import type { ManifestSource } from '../../manifest/read-manifests.ts';

export interface ApiServerOptions {
  /** Which names and behaviours the server has. Default `orch`. */
  readonly vendor?: VendorId;
  /**
   * Folder for objects, keys and certificates; made when missing, kept, owned by one server at a time. Default: all in
   * memory. With `etcd`, objects are there, and the folder has keys and certificates alone.
   */
  readonly dataDir?: string;
  /**
   * Whether writes are acknowledged before they are on the disk: a power failure may lose the last ones, the end of the process
   * loses none. For tests. Default false.
   */
  readonly unsafeNoFsync?: boolean;
  /** The etcd that holds the objects, for several servers on the same ones. Default: an embedded store. */
  readonly etcd?: EtcdOptions;
  /** Address to listen on. Default 127.0.0.1. */
  readonly address?: string;
  /** Port to listen on. Default 0: any free one. */
  readonly port?: number;
  /** Host name or address in the connection file. Default: the listening address, 127.0.0.1 where that is a wildcard. */
  readonly advertisedHost?: string;
  /**
   * Whether the address of the server is published as an endpoint of the service of the API, while it serves. Default true; without
   * `controllers` it is not.
   */
  readonly publishEndpoint?: boolean;
  /** Modules in the order they are asked. Default `['Node', 'RBAC']`. Members of `system:masters` pass before all of them. */
  readonly authorizationModes?: readonly AuthorizationMode[];
  /** Identity providers and the token webhook. Default: none. */
  readonly authentication?: AuthenticationOptions;
  /** What some of these modules need, or a file that says which there are. */
  readonly authorization?: AuthorizationOptions;
  /** Whether requests without credentials are served as `system:anonymous`. Default true, but never with AlwaysAllow. */
  readonly anonymousAuth?: boolean;
  /** PEM of further CAs for client certificates, beside the server's own. */
  readonly clientCa?: string;
  /** Static tokens: lines of `token,user,uid,"group1,group2"`. */
  readonly tokenFile?: string;
  /** PEM of a serving certificate and its key. Default: issued by the server's own CA. */
  readonly serving?: { readonly certificate: string; readonly privateKey: string };
  readonly listening?: ListeningOptions;
  /** A proxy that has authenticated its callers. Default: none is trusted. */
  readonly requestHeader?: RequestHeaderOptions;
  /** Folder of keys and certificates. Default: `pki` in the data folder. */
  readonly certificateFolder?: string;
  readonly serviceAccounts?: ServiceAccountOptions;
  /** Admission plug-ins beyond, and without, those that are on by default. */
  readonly enableAdmissionPlugins?: readonly string[];
  readonly disableAdmissionPlugins?: readonly string[];
  /** The configuration of admission plug-ins, kind AdmissionConfiguration. Default: what each does without one. */
  readonly admissionConfiguration?: AdmissionConfigurationOptions;
  /** What is recorded of requests, and where. Default: nothing. */
  readonly audit?: AuditOptions;
  /** How stored objects are encrypted. Default: not at all. */
  readonly encryption?: EncryptionOptions;
  readonly limits?: LimitOptions;
  /** Whether containers may be privileged. Default true. */
  readonly allowPrivileged?: boolean;
  /** Whether deletes mind owners, and the garbage collector runs. Default true. */
  readonly garbageCollection?: boolean;
  /** Objects that the delete of a collection removes at once. Default 1. */
  readonly deleteCollectionWorkers?: number;
  /** Milliseconds for which history is kept; 0: for ever. Default 300,000. */
  readonly historyPeriod?: number;
  /** Seconds that pods stay on a node that is not ready, or unreachable, when they do not say. Default 300 each. */
  readonly tolerationSeconds?: { readonly notReady: number; readonly unreachable: number };
  /** Versions and resources to switch on or off, by `api/all`, `api/ga`, `api/beta`, `api/alpha`, `group/version` or `group/version/resource`. */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>;
  /** The previous minor version, `1.33`: shows the metrics that this one hides. Default: they stay hidden. */
  readonly showHiddenMetricsFor?: string;
  /** Features to switch on or off, by gate; also `AllAlpha` and `AllBeta`. Default: as each gate's maturity says. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /**
   * PEM of the certificate by which servers of further APIs (APIService) know that this one speaks for its users, and its key.
   * Default: none is presented, and such servers believe nothing.
   */
  readonly proxyClient?: { readonly certificate: string; readonly privateKey: string };
  /** How node agents are reached for logs and proxied requests. */
  readonly nodeConnection?: NodeConnectionOptions;
  /** Milliseconds of start-up in which unfinished work does not fail liveness. Default 0. */
  readonly livezGracePeriod?: number;
  /** Milliseconds for which a stopping server still answers while /readyz fails. Default 0. */
  readonly shutdownDelay?: number;
  /**
   * Whether the process may end while the server runs, once nothing else keeps it: a test that fails before it stops the server
   * does not hang. Default false.
   */
  readonly unref?: boolean;
  /** Milliseconds for which events are kept; 0: for ever. Default one hour. */
  readonly eventTtl?: number;
  /** CIDR of service addresses; the first one is the API's own. Default 10.0.0.0/24. */
  readonly serviceRange?: string;
  /** First and last port of services of type NodePort. Default 30000 to 32767. */
  readonly nodePorts?: { readonly first: number; readonly last: number };
  /** Regular expressions of origins that browsers may call from. Default none. */
  readonly corsAllowedOrigins?: readonly string[];
  /** Directives of the Strict-Transport-Security header. Default: no header. */
  readonly strictTransportSecurity?: readonly string[];
  /**
   * Whether the controllers run, or which: `*` stands for those that run by default, a leading `-` takes one away. Default
   * true.
   */
  readonly controllers?: boolean | readonly string[];
  /**
   * Whether the controllers wait until this server leads, and with which periods. Default: with `etcd`, where other
   * servers may be on the same objects, they do.
   */
  readonly leaderElection?: boolean | ElectionPeriods;
  /** How nodes are judged, and how fast pods leave those that are lost. */
  readonly nodeLifecycle?: NodeLifecycleSettings;
  /** Whether bootstrap tokens are credentials. Default false. */
  readonly bootstrapTokenAuth?: boolean;
  /**
   * Whether nodes may join with a bootstrap token: the tokens are credentials and are cleaned up, and a holder of one may
   * ask for the client certificate of a node. Default false.
   */
  readonly nodeJoining?: boolean;
  readonly certificateSigning?: CertificateSigningOptions;
  /** Where the connection file of the administrator is written, mode 0600, as soon as the server listens. Default: nowhere. */
  readonly kubeconfigPath?: string;
  /**
   * Definitions of own kinds that the server has when it is ready: files or folders of YAML or JSON, or objects. Other objects in
   * such files are passed over.
   */
  readonly definitions?: readonly ManifestSource[];
  /** Objects of any kind that the server has when it is ready; those of own kinds may be among them. */
  readonly manifests?: readonly ManifestSource[];
  /** Webhooks of a process that is being tested: installed last, led to where that process answers. */
  readonly webhooks?: readonly WebhookInstallation[];
  /** Further users whose connection files are written, mode 0600. What they may do, roles among `manifests` say. */
  readonly users?: readonly UserFile[];
  /** Default: silent. */
  readonly log?: Log;
  /**
   * Collects all garbage of the process, which stands still meanwhile: called when the server is quiet after a burst. For
   * who owns the process. Default: memory is left to the engine.
   */
  readonly collectGarbage?: () => void;
  /** Default: this machine's. */
  readonly clock?: Clock;
}

/** A user with a connection file. */
export interface UserFile {
  readonly name: string;
  /** Default: none but `system:authenticated`. */
  readonly groups?: readonly string[];
  readonly kubeconfigPath: string;
}

/** A certificate for a server that is being tested, such as one of webhooks. */
export interface ServingCertificate {
  /** PEM, each. */
  readonly certificate: string;
  readonly privateKey: string;
  /** Of the authority that signed it. */
  readonly ca: string;
}

export interface EtcdOptions {
  /** `http://host:port` or `https://host:port` of its members; tried in this order. */
  readonly servers: readonly string[];
  /** Prefix of all keys. Default `/registry`. Servers with the same one serve the same objects. */
  readonly prefix?: string;
  /** PEM of the authorities of etcd. Default: those of this host. */
  readonly ca?: string;
  /** PEM of a client certificate and its key. Default: none. */
  readonly client?: { readonly certificate: string; readonly privateKey: string };
}

/** How the port is served. */
export interface ListeningOptions {
  /** Default `TLSv1.2`. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3';
  /** Suites of TLS 1.2 by their IANA names; those of TLS 1.3 are always on. Default: those of Node.js. */
  readonly cipherSuites?: readonly string[];
  /** Further serving certificates, by the name that a client asks for. */
  readonly named?: readonly NamedCertificate[];
  /** Whether other processes may listen on the same port; needs Node.js 22.12, or 23.1 and newer. Default false. */
  readonly sharePort?: boolean;
  /** Chance, 0 to 1, that a request makes its HTTP/2 client open a new connection. Default 0. */
  readonly goawayChance?: number;
  /** Host in addresses that are given to clients (discovery, keys of tokens). Default: as they reach the server. */
  readonly externalHost?: string;
  /** Whether a stopping server answers new requests by 429 while the last ones end, instead of closing. Default false. */
  readonly sendRetryAfter?: boolean;
  /** Milliseconds over which a stopping server ends its watches. Default 0: at once. */
  readonly watchGrace?: number;
}

export interface NamedCertificate {
  /** PEM of the certificate with its chain, and of its key. */
  readonly certificate: string;
  readonly privateKey: string;
  /** Host names, `*.example.com` for all below one. None: those of the certificate. */
  readonly names: readonly string[];
}

/** Who may say in headers whose a request is, and in which ones. */
export type RequestHeaderOptions = ProxySettings;

/** Who people are, beside certificates, token files and tokens that the server issued. */
export interface AuthenticationOptions {
  /**
   * File of kind AuthenticationConfiguration of `apiserver.config.{api}/v1`, as YAML or JSON: identity providers, and who is served
   * without credentials. Used anew when it changes. Never with `oidc`.
   */
  readonly configPath?: string;
  /** One identity provider. */
  readonly oidc?: OidcOptions;
  /** A service that judges bearer tokens. */
  readonly tokenWebhook?: TokenWebhookOptions;
}

export type OidcOptions = OidcSettings;

export interface TokenWebhookOptions {
  /** Connection file of the service. */
  readonly configPath: string;
  /** Version of the TokenReview that is posted. Default `v1beta1`. */
  readonly version?: 'v1' | 'v1beta1';
  /** Milliseconds for which answers are kept; 0: not at all. Default 120,000. */
  readonly cacheTtl?: number;
}

/** Files of authorization. */
export interface AuthorizationOptions {
  /**
   * File of kind AuthorizationConfiguration of `apiserver.config.{api}/v1`, as YAML or JSON: the modules in their order. Used anew
   * when it changes. Never with `authorizationModes` or `webhook`.
   */
  readonly configPath?: string;
  /** Policies of the mode ABAC: one JSON object a line. */
  readonly policyPath?: string;
  /** The service that the mode Webhook asks. */
  readonly webhook?: AuthorizationWebhookOptions;
}

export interface AuthorizationWebhookOptions {
  /** Connection file of the service. */
  readonly configPath: string;
  /** Version of the SubjectAccessReview that is posted. Default `v1beta1`. */
  readonly version?: 'v1' | 'v1beta1';
  /** Milliseconds for which answers that allow are kept; 0: not at all. Default 300,000. */
  readonly authorizedTtl?: number;
  /** The same of all others. Default 30,000. */
  readonly unauthorizedTtl?: number;
}

export interface EncryptionOptions {
  /** File of kind EncryptionConfiguration of `apiserver.config.{api}/v1`, as YAML or JSON. */
  readonly configPath: string;
  /** Whether the file is looked at each minute, and used when it has changed. Default false. */
  readonly reload?: boolean;
}

/** A file of kind AdmissionConfiguration, and those that it names. */
export interface AdmissionConfigurationOptions {
  /** YAML or JSON. */
  readonly text: string;
  /** The content of each file that a `path` in it names, by that path as it is written. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Nothing is recorded without a policy and one place where events go. */
export interface AuditOptions {
  /** Text of a policy: kind Policy of `audit.{api}/v1`, as YAML or JSON. */
  readonly policy?: string;
  /** Where it was read from, for messages. */
  readonly policyPath?: string;
  readonly log?: AuditLogOptions;
  readonly webhook?: AuditWebhookOptions;
}

export interface AuditWebhookOptions {
  /** Connection file of the webhook; lists of events are posted to its server. */
  readonly configPath: string;
  /** Default `batch`. */
  readonly mode?: AuditMode;
  /** Milliseconds until a list is sent for the second time. Default 10,000. */
  readonly initialBackoff?: number;
  /** Default: 10,000 events may wait, up to 400 in a list, 30 s for others, 10 lists a second after 15 at once. */
  readonly batching?: WebhookBatching;
}

export interface AuditLogOptions {
  /** File that events are added to, mode 0600; `-` is standard output. */
  readonly path: string;
  /** Default `json`: one object per line. */
  readonly format?: AuditFormat;
  /** Whether requests wait until their events are written (`blocking`, the default), and fail without (`blocking-strict`). */
  readonly mode?: AuditMode;
  /** Megabytes of the file until a new one begins; 0: 100. Default 0. */
  readonly maxSize?: number;
  /** Days that old files are kept; 0: for ever. Default 0. */
  readonly maxAge?: number;
  /** Old files that are kept; 0: all. Default 0. */
  readonly maxBackups?: number;
  /** Whether old files are compressed. Default false. */
  readonly compress?: boolean;
}

export interface ServiceAccountOptions {
  /** Accepted issuers; the first one signs. Default `https://<{maker}>.default.svc`. */
  readonly issuers?: readonly string[];
  /** Audiences of the server. Default: the issuers. */
  readonly audiences?: readonly string[];
  /** PEM of the private key that signs. Default: the server's own. */
  readonly signingKey?: string;
  /** PEM of keys that verify. Default: the signing key. */
  readonly verificationKeys?: readonly string[];
  /** Where others find the keys that verify tokens. Default: below the issuer, or the external host. */
  readonly keysUrl?: string;
  /** Whether tokens of secrets are refused when the account or the secret is gone; bound ones always are. Default true. */
  readonly lookup?: boolean;
  /** Whether tokens of node agents live a year. Default true. */
  readonly extendExpiration?: boolean;
  /** Longest life of a token in milliseconds. Default: as asked. */
  readonly longestExpiration?: number;
}

export interface CertificateSigningOptions {
  /** PEM of the authority that signs approved requests, and its key. Default: the server's own. */
  readonly authority?: { readonly certificate: string; readonly privateKey: string };
  /** Longest life of a certificate in milliseconds. Default one year. */
  readonly longest?: number;
  /** Whether serving certificates that node agents ask for are approved without a person. Default false. */
  readonly approveServing?: boolean;
}

export interface NodeConnectionOptions {
  /** PEM of the authority that signed the agents' serving certificates. Default: any certificate is taken. */
  readonly agentCa?: string;
  /** PEM of a client certificate and its key. Default: one of the server's own authority, for a user with the rights of the agents' API. */
  readonly client?: { readonly certificate: string; readonly privateKey: string };
  /** Types of node addresses in the order they are tried. Default: host name, internal DNS and IP, external ones. */
  readonly addressTypes?: readonly string[];
}

export interface LimitOptions {
  /** Reading requests at once; 0: no limit. Default 400. */
  readonly maxReading?: number;
  /** Mutating requests at once; 0: no limit. Default 200. */
  readonly maxMutating?: number;
  /** Milliseconds until a request that is no watch gets 504. Default 60,000. */
  readonly requestTimeout?: number;
  /** Seconds, 1 or more, that a watch without a timeout of its own lasts at least. Default 1800. */
  readonly shortestWatch?: number;
  /** Streams at once on one HTTP/2 connection; 0: 100. Default 0. */
  readonly maxStreams?: number;
}

/** A running server. `await using server = await startApiServer()` stops it at the end of the block, also when that throws. */
export interface ApiServer extends AsyncDisposable {
  /** `https://host:port`. */
  readonly url: string;
  /** Connection file of an administrator (member of `system:masters`), as YAML. Holds a private key. */
  readonly kubeconfig: string;
  /** Where it was written; undefined when nowhere. */
  readonly kubeconfigPath: string | undefined;
  /** PEM of the CA that signed the serving certificate. */
  readonly caCertificate: string;
  /**
   * The connection file, as YAML, of a user with this name in these groups. It holds a private key, and is good for a year. What the
   * user may do, roles say.
   */
  user(name: string, groups?: readonly string[]): string;
  /**
   * A certificate of the server's own authority for a server of yours under these names and addresses; default `localhost`,
   * `127.0.0.1` and `::1`. Webhooks trust it that are installed without an authority of their own.
   */
  servingCertificate(hosts?: readonly string[]): ServingCertificate;
  /** Installs what the options of the same names install at the start. Rejects with an Error that names the object that is refused. */
  install(objects: InstallOptions): Promise<void>;
  /**
   * Stops it in order: readiness fails, running requests finish, watches end, then the port closes and the data are put
   * away. Bounded; resolves when the process could exit. Repeatable.
   */
  stop(): Promise<void>;
}

/** How the controllers of nodes work; each has the default of its flag. */
export interface NodeLifecycleSettings {
  readonly nodePeriods?: HealthPeriods;
  /** Milliseconds between two checks of all nodes; default 5 s. */
  readonly nodeMonitorPeriod?: number;
  readonly evictionLimits?: EvictionLimits;
  /** Finished pods from which on the oldest are deleted; 0: never. Default 12,500. */
  readonly finishedPods?: number;
}

/** The authorization modules of a server that does not say. */
const defaultModes: readonly AuthorizationMode[] = ['Node', 'RBAC'];

/** Which controllers run. Joining brings the one that deletes expired tokens. */
export function controllersOf(options: ApiServerOptions): ControllerSelection {
  const { controllers = true, nodeJoining = false, garbageCollection = true } = options;
  const listed = typeof controllers === 'boolean' ? (controllers ? ['*'] : []) : controllers;
  const wanted = listed.map((choice) => parseControllerChoice(choice) ?? choice);
  const chosen = garbageCollection ? wanted : [...wanted, '-garbagecollector'];
  const { runs } = controllerSelection(nodeJoining && chosen.includes('*') ? [...chosen, 'tokencleaner'] : chosen);
  return { runs, extent: controllerSelection(wanted).extent };
}

export function modesOf({
  authorizationModes = defaultModes,
}: Pick<ApiServerOptions, 'authorizationModes'>): readonly AuthorizationMode[] {
  return authorizationModes;
}

/** Issuers of the tokens of service accounts; the first one signs. */
export function ownIssuersOf({ serviceAccounts }: ApiServerOptions, vendor: Vendor): readonly string[] {
  return serviceAccounts?.issuers ?? [vendor.fill('https://{maker}.default.svc')];
}
