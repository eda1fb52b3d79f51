// The environment of one case: its own namespaces, unique names, other identities, and the clean-up of all of it.

import { randomBytes } from 'node:crypto';
import {
  type Case,
  type CaseContext,
  type Launch,
  NotObservable,
  type OwnServer,
  type PolicyRule,
  type RunningContainer,
} from '../contract/case.ts';
import { eventually } from '../wire/time/await.ts';
import type { AgentLauncher } from '../launch/agent-launcher.ts';
import { openNotifySocket } from '../launch/notify-socket.ts';
import type { ServerLauncher } from '../launch/server-launcher.ts';
import type { Clock } from '../wire/time/clock.ts';
import { expectCreated } from '../wire/expect/status.ts';
import { Connection } from '../wire/exchange/connection.ts';
import { handshakeWith } from '../wire/exchange/handshake.ts';
import { openRawSocket } from '../wire/exchange/raw-socket.ts';
import { Transcript } from '../wire/exchange/transcript.ts';
import { ResourcePaths } from '../wire/format/paths.ts';
import { Wire } from '../wire/exchange/wire.ts';
import type { Checks } from './checks.ts';
import { Removal } from './removal.ts';
import { openTarget, type Target } from '../target/target.ts';

/** The context of a case and its clean-up. */
export interface Surroundings {
  readonly context: CaseContext;
  /** Deletes the objects of the case, best effort, within a time limit; never throws. See `Removal` for `cutShort`. */
  remove(cutShort: boolean): Promise<void>;
}

/**
 * Options of `setUp`. `signal` belongs to the case. `removalSignal` outlives the case and, for a while, the run:
 * namespaces are created and objects are deleted under it.
 */
export interface SurroundingsOptions {
  readonly target: Target;
  readonly clock: Clock;
  readonly seed: number;
  readonly journal: Transcript;
  /** Collects the verdicts of the case. */
  readonly checks: Checks;
  readonly signal: AbortSignal;
  readonly removalSignal: AbortSignal;
  readonly launcher?: ServerLauncher;
  readonly agents?: AgentLauncher;
  readonly agentContainer?: RunningContainer;
  readonly podImage?: string;
  readonly seccompFolder?: string;
}

/**
 * Prepares the context of a case and creates its namespace if it needs one. If that fails, it throws and leaves nothing
 * behind.
 */
export async function setUp(subject: Case, options: SurroundingsOptions): Promise<Surroundings> {
  const { target, clock, journal, signal, removalSignal } = options;
  const wire = target.admin(journal, signal);
  const removal = new Removal();
  const maker = target.admin(journal, removalSignal);
  const closings: (() => Promise<void>)[] = [];
  const namespaces = new ResourcePaths('v1', 'namespaces');
  const makeNamespace = async () => {
    const name = uniqueName('conformance');
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    expectCreated(await removal.making(namespaces.item(name), maker.post(namespaces.collection, namespace)));
    return name;
  };
  // Clean-up requests are not part of the case: a transcript ends with the case's own last exchange.
  const remove = async (cutShort: boolean) => {
    await Promise.allSettled(closings.map((close) => close()));
    await removal.run(target.admin(new Transcript(), removalSignal), clock, cutShort);
  };
  const own = subject.needs?.includes('namespace')
    ? await makeNamespace().catch(async (error: unknown) => {
        await remove(true);
        throw error;
      })
    : undefined;
  const paths = (groupVersion: string, resource: string, namespace?: string) =>
    new ResourcePaths(target.vendor.fill(groupVersion), resource, namespace);
  const context: CaseContext = {
    vendor: target.vendor,
    clock,
    seed: options.seed,
    signal,
    get namespace() {
      return owned(subject, own);
    },
    wire,
    wire2: target.admin(journal, signal, true),
    rawGet: (path, fields) => target.rawGet(path, fields, signal),
    rawSocket: async (version, credentials = 'own') => {
      const socket = await target.rawSocket(version, credentials === 'own', signal);
      closings.push(async () => socket.close());
      return socket;
    },
    anonymous: target.bare(journal, signal),
    get agent() {
      return target.agent(journal, signal, true);
    },
    get agentAnonymous() {
      return target.agent(journal, signal, false);
    },
    withCertificate: (identity) => target.certified(journal, signal, identity),
    withToken: (token) => target.bare(journal, signal, { authorization: `Bearer ${token}` }),
    as: (user, ...groups) =>
      wire.withHeaders({ 'impersonate-user': user, ...(groups.length === 0 ? {} : { 'impersonate-group': groups }) }),
    resource: (groupVersion, resource, namespace) => paths(groupVersion, resource, namespace ?? owned(subject, own)),
    clusterResource: (groupVersion, resource) => paths(groupVersion, resource),
    unique: uniqueName,
    otherNamespace: makeNamespace,
    removeLater: (path) => {
      removal.add(path);
    },
    grant: (user, ...rules) => grant(wire, paths, owned(subject, own), user, rules),
    launchServer: async (launch, until = 'ready') => {
      const { server, closing } = await ownServer(subject, launch, until, options);
      closings.push(closing);
      return server;
    },
    attemptServer: (launch) => launcherOf(subject, options).attempt(launch, signal),
    runServer: (...flags) => launcherOf(subject, options).runToEnd({ server: flags }, signal),
    launchAgent: async (launch) => {
      const agent = await agentsOf(subject, options).start(launch, signal);
      closings.push(() => agent.close());
      const caller = new Wire(agent.connection, {}, journal, signal);
      return {
        wire: caller,
        withCertificate: (identity) => {
          const connection = new Connection(agent.connection.endpoint, identity);
          closings.push(() => connection.close());
          return new Wire(connection, {}, journal, signal);
        },
        handshake: (offered = {}) => handshakeWith(agent.connection.endpoint.server, offered, clock),
        rootFolder: agent.rootFolder,
        rawSocket: async (version) => {
          const { endpoint } = agent.connection;
          const socket = await openRawSocket({ endpoint, identity: {}, version, clock, signal });
          closings.push(async () => socket.close());
          return socket;
        },
        call: (socket, path, message) => agent.call(socket, path, message, signal),
        output: () => agent.process.output(),
      };
    },
    watchAgent: async (launch, within) => (await agentsOf(subject, options).watch(launch, within, signal))?.code,
    runAgent: (launch) => agentsOf(subject, options).runToEnd(launch, signal),
    get agentContainer() {
      if (options.agentContainer === undefined)
        throw new TypeError(`case ${subject.id} uses a container without needing one`);
      return options.agentContainer;
    },
    get podImage() {
      if (options.podImage === undefined) throw new TypeError(`case ${subject.id} runs pods without need`);
      return options.podImage;
    },
    get seccompFolder() {
      if (options.seccompFolder === undefined) throw new TypeError(`case ${subject.id} writes profiles without need`);
      return options.seccompFolder;
    },
    notifySocket: async () => {
      const socket = await openNotifySocket(clock, signal);
      if (socket === undefined)
        throw new NotObservable('neither python3 nor socat is installed to receive messages of an agent');
      closings.push(() => socket.close());
      return socket;
    },
    holds: (requirements, look) => options.checks.holds(requirements, look, signal),
    eventually: (look, within) => eventually(look, { clock, signal, ...(within === undefined ? {} : { within }) }),
  };
  return { context, remove };
}

function owned(subject: Case, namespace: string | undefined): string {
  if (namespace === undefined) throw new TypeError(`case ${subject.id} uses a namespace without needing one`);
  return namespace;
}

function launcherOf(subject: Case, { launcher }: SurroundingsOptions): ServerLauncher {
  if (launcher === undefined) throw new TypeError(`case ${subject.id} starts servers without needing launch-server`);
  return launcher;
}

function agentsOf(subject: Case, { agents }: SurroundingsOptions): AgentLauncher {
  if (agents === undefined) throw new TypeError(`case ${subject.id} starts agents without needing launch-agent`);
  return agents;
}

async function ownServer(
  subject: Case,
  launch: Launch,
  until: 'ready' | 'listening',
  options: SurroundingsOptions,
): Promise<{ readonly server: OwnServer; readonly closing: () => Promise<void> }> {
  const { target, journal, signal } = options;
  const launched = await launcherOf(subject, options).start(launch, until, signal);
  const { kubeconfig, process } = launched;
  const known = { features: new Set<never>(), missing: new Map<never, string>(), version: '' };
  const own = await openTarget({ kubeconfig, vendor: target.vendor.id, features: known }, signal);
  const server: OwnServer = {
    wire: own.admin(journal, signal),
    anonymous: own.bare(journal, signal),
    withCertificate: (identity) => own.certified(journal, signal, identity),
    output: () => process.output(),
    terminate: () => process.terminate(),
    kill: () => process.kill(),
    ended: process.ended,
  };
  const closing = async () => {
    await own.close();
    await launched.close();
  };
  return { server, closing };
}

function uniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}

async function grant(
  wire: Wire,
  paths: (groupVersion: string, resource: string, namespace?: string) => ResourcePaths,
  namespace: string,
  user: string,
  rules: readonly PolicyRule[],
): Promise<void> {
  const name = uniqueName('grant');
  const group = 'rbac.authorization.{api}';
  const roles = paths(`${group}/v1`, 'roles', namespace);
  const bindings = paths(`${group}/v1`, 'rolebindings', namespace);
  const apiGroup = roles.everywhere.split('/')[2];
  const apiVersion = `${apiGroup}/v1`;
  expectCreated(await wire.post(roles.collection, { apiVersion, kind: 'Role', metadata: { name }, rules }));
  const subjects = [{ kind: 'User', apiGroup, name: user }];
  const roleRef = { apiGroup, kind: 'Role', name };
  expectCreated(
    await wire.post(bindings.collection, { apiVersion, kind: 'RoleBinding', metadata: { name }, subjects, roleRef }),
  );
}
