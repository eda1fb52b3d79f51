// The contract of a case: one documented behaviour, as data and one function. The id is the file name; the title is a
// sentence with MUST or SHOULD; the requirements are the catalogue entries of which the case is evidence.

import type { Clock } from '../wire/time/clock.ts';
import type { HttpVersion, TlsIdentity } from '../wire/exchange/connection.ts';
import type { CallEnd } from '../wire/exchange/grpc.ts';
import type { RawSocket } from '../wire/exchange/raw-socket.ts';
import type { ResourcePaths } from '../wire/format/paths.ts';
import type { Wire } from '../wire/exchange/wire.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';

/**
 * What a case needs of the target. A case whose need is not met is skipped with the reason, never passed:
 * `namespace` one of its own; `impersonation` the caller may act as others; `anonymous` requests without credentials are
 * let in; `http2` the target speaks HTTP/2; `rbac` role-based rules decide; `node-authorizer` node identities are
 * authorized by their pods; `agent` the address of a node agent was given; `agent-credentials` with credentials that it
 * accepts; `launch-server` the suite was told how to start a server; `launch-agent` how to start an agent;
 * `agent-container` which container the runtime of these agents runs.
 */
export type Need =
  | 'namespace'
  | 'impersonation'
  | 'anonymous'
  | 'http2'
  | 'rbac'
  | 'node-authorizer'
  | 'agent'
  | 'agent-credentials'
  | 'launch-server'
  | 'launch-agent'
  | 'agent-container';

/**
 * A server that the suite starts. In flags and contents `{folder}` is the server's own temporary folder, and vendor
 * placeholders are filled.
 */
export interface Launch {
  /** Flags beyond those that every launched server gets. A flag and its value are one word, `--name=value`, or two. */
  readonly server: readonly string[];
  /** Files written into the folder before the start, content by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** An agent that the suite starts. In flags `{folder}` is its own temporary folder, and vendor placeholders are filled. */
export interface AgentLaunch {
  /** Flags beyond those that every launched agent gets. */
  readonly flags: readonly string[];
  /** Laid over the environment of the suite. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Address of the API service that the agent joins, on plain HTTP. It then has the name of its host unless the flags give it
   * another. Absent: it stands alone.
   */
  readonly joins?: string;
  /** Words in front of the agent's command, of a program that becomes the agent: such as `env` with its own. */
  readonly prefix?: readonly string[];
}

/** A container that runs. */
export interface RunningContainer {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** A case. Stateless: `run` may be called any number of times, also side by side. */
export interface Case {
  readonly id: string;
  readonly title: string;
  /** Ids of the catalogue, at least one. */
  readonly requirements: readonly string[];
  readonly needs?: readonly Need[];
  /**
   * Run this case on a server with these flags in place of the target: all callers of the context speak to it, and the
   * needs are judged on it. Cases with equal flags share one. Without a way to start servers the case is skipped.
   */
  readonly launch?: Launch;
  /** Cases that must not run beside others because they look at state of the whole target. */
  readonly alone?: boolean;
  /** Returns when the behaviour holds, throws ExpectationFailed when it does not, anything else when it cannot tell. */
  run(context: CaseContext): Promise<void>;
}

/** What a case may use. Everything it creates in its namespaces or registers is removed after it, also after a failure. */
export interface CaseContext {
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** What a case does at random comes from this number, which a run can be given: a finding tells it. */
  readonly seed: number;
  /** Aborts at the time limit of the case; all requests of the case follow it. */
  readonly signal: AbortSignal;
  /** The namespace of this case. Throws TypeError when the case did not ask for one. */
  readonly namespace: string;
  /** The caller of the kubeconfig, who may do everything. */
  readonly wire: Wire;
  /** The same caller on other connections, over HTTP/2 where the target speaks it: cases about that need `http2`. */
  readonly wire2: Wire;
  /**
   * Sends a GET of the same caller over HTTP/2 with header fields that no library lets out. Gives the body, or undefined when
   * the request ended without a response. Needs `http2`.
   */
  rawGet(path: string, fields: readonly (readonly [name: string, value: string])[]): Promise<string | undefined>;
  /**
   * A connection of the same caller, or of one without credentials, on which the case writes what it likes. It is closed with the
   * case at the latest. `h2` needs `http2`.
   */
  rawSocket(version: HttpVersion, credentials?: 'own' | 'none'): Promise<RawSocket>;
  /** A caller without credentials. */
  readonly anonymous: Wire;
  /** The node agent's address with the agent credentials, and without any. */
  readonly agent: Wire;
  readonly agentAnonymous: Wire;
  /** A caller with this client certificate and nothing else. */
  withCertificate(identity: TlsIdentity): Wire;
  /** A caller with this bearer token and nothing else. */
  withToken(token: string): Wire;
  /** The administrator acting as a user with groups. */
  as(user: string, ...groups: readonly string[]): Wire;
  /** Paths of a namespaced resource in the namespace of the case; the group may hold placeholders. */
  resource(groupVersion: string, resource: string, namespace?: string): ResourcePaths;
  /** Paths of a cluster-scoped resource. */
  clusterResource(groupVersion: string, resource: string): ResourcePaths;
  /** A name no other case uses, valid for every kind. */
  unique(prefix: string): string;
  /** A second namespace, removed after the case. */
  otherNamespace(): Promise<string>;
  /** Has the path deleted after the case. */
  removeLater(path: string): void;
  /** Gives a user rules in the namespace of the case, through a Role and a RoleBinding. */
  grant(user: string, ...rules: readonly PolicyRule[]): Promise<void>;
  /** Starts a server of this case's own, ended with it at the latest. Needs `launch-server`. */
  launchServer(launch: Launch, until?: 'ready' | 'listening'): Promise<OwnServer>;
  /** Runs the server program to its end, for flags it refuses or only prints for. Needs `launch-server`. */
  runServer(...flags: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }>;
  /** Starts an agent of this case's own, ended with it at the latest. Needs `launch-agent`. */
  launchAgent(launch: AgentLaunch): Promise<OwnAgent>;
  /** The exit code of an agent that ends by itself; undefined: it ran all the time. Needs `launch-agent`. */
  watchAgent(launch: AgentLaunch, within: number): Promise<number | null | undefined>;
  /** Runs the agent program to its end, for commands that are among its flags. Needs `launch-agent`. */
  runAgent(launch: AgentLaunch): Promise<{ readonly code: number | null; readonly output: string }>;
  /** A container that the runtime of launched agents runs. Needs `agent-container`. */
  readonly agentContainer: RunningContainer;
  /** A socket on which agents tell an init system about themselves. Throws NotObservable when nothing can listen. */
  notifySocket(): Promise<NotifySocket>;
  /**
   * Judges requirements of the case by themselves: an expectation that fails in `look` fails these and not their neighbours,
   * and the case goes on; NotObservable leaves them undecided. Resolves with whether they hold. Requirements that no check
   * names have the verdict of the whole case, which fails with any of its checks. The ids stand there as text.
   */
  holds(requirements: string | readonly string[], look: () => Promise<void>): Promise<boolean>;
  /** Repeats until the look succeeds; see `eventually`. */
  eventually<T>(look: () => Promise<T>, within?: number): Promise<T>;
}

/** A server that one case started for itself. */
export interface OwnServer {
  /** Its administrator. */
  readonly wire: Wire;
  /** A caller without credentials. */
  readonly anonymous: Wire;
  /** What it wrote to both outputs so far. */
  output(): string;
  /** Asks it to stop (SIGTERM) and does not wait. */
  terminate(): void;
  /** Ends it, and what it started, as a failure of its host would (SIGKILL to its process group), and does not wait. */
  kill(): void;
  /** Resolves at its end with the exit code. */
  readonly ended: Promise<number | null>;
}

/** An agent that one case started for itself, open to everybody. */
export interface OwnAgent {
  /** A caller without credentials, who may do everything. */
  readonly wire: Wire;
  /** Its folder on this host. */
  readonly rootFolder: string;
  /** A gRPC call with one message on a socket of its folder. Rejects when nothing ends the call. */
  call(socket: string, path: string, message: Uint8Array): Promise<CallEnd>;
  /** What it wrote to both outputs so far. */
  output(): string;
}

/** What an init system hears. */
export interface NotifySocket {
  readonly environment: Readonly<Record<string, string>>;
  /** All messages so far. */
  heard(): string;
  /** Resolves when everything that was sent before has been heard: until then silence proves nothing. */
  caughtUp(): Promise<void>;
}

/** A rule of a role. */
export interface PolicyRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** Thrown by a case whose subject this target does not show just now (nothing expired yet, ...). Counts as skipped. */
export class NotObservable extends Error {}
