// Opens the authorization that the options describe: the modules in their order, as modes or by a configuration file that is
// followed. What only some servers have is loaded only there.

import type { Connection } from '../../shared/client/connection/connection.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { AuthorizationConfig } from '../authorization/config/authorization-config.ts';
import type * as Parts from '../authorization/config/parts.ts';
import type { Authorizer } from '../authorization/contract/authorizer.ts';
import type { AuthorizationMode, AuthorizationModule } from '../authorization/make-authorizer.ts';
import { FollowedFile } from '../config-file/followed-file.ts';
import { reloadMetrics } from '../config-file/reload-metrics.ts';
import { modeProblem } from '../config/option/mode-problem.ts';
import { type ApiServerOptions, type AuthorizationWebhookOptions, modesOf } from '../config/option/options.ts';
import { type LazyOutbound, lazyOutbound } from '../outbound/lazy-outbound.ts';

export interface OpenAuthorization {
  /** The types of modules that it has for as long as it runs. */
  readonly types: ReadonlySet<AuthorizationMode>;
  /** In the order they are asked; another list after a reload. */
  modules(): readonly AuthorizationModule[];
  readonly loops: readonly Loop[];
  close(): Promise<void>;
}

export interface AuthorizationTools {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Defaults of the mode Webhook. */
const usual = { version: 'v1beta1', authorizedTtl: 300_000, unauthorizedTtl: 30_000, timeout: 30_000 } as const;

/** Rejects with an Error for options that do not fit together, and for files that cannot be used, which it names. */
export async function openAuthorization(
  options: Pick<ApiServerOptions, 'authorization' | 'authorizationModes'>,
  tools: AuthorizationTools,
): Promise<OpenAuthorization> {
  const { configPath, policyPath, webhook } = options.authorization ?? {};
  const problem = modeProblem(options);
  if (problem !== undefined) throw new Error(problem);
  if (configPath !== undefined) return openConfigured(configPath, policyPath, tools);
  const modes = modesOf(options);
  if (!modes.includes('ABAC') && !modes.includes('Webhook')) {
    return fixed(
      modes.flatMap((type) => (type === 'ABAC' || type === 'Webhook' ? [] : [{ type, name: nameOf(type) }])),
    );
  }
  const opener = new ModuleOpener(await import('../authorization/config/parts.ts'), policyPath, tools);
  const modules = await opener.open(
    modes.map((type) =>
      type === 'Webhook' ? { type, name: 'default', webhook: webhookOf(webhook) } : { type, name: nameOf(type) },
    ),
  );
  return { ...fixed(modules), close: () => opener.close() };
}

function nameOf(type: AuthorizationMode): string {
  return type.toLowerCase();
}

function webhookOf({ configPath, ...more }: AuthorizationWebhookOptions = { configPath: '' }) {
  return { ...usual, ...more, configPath, failurePolicy: 'NoOpinion', conditions: [] } as const;
}

function fixed(modules: readonly AuthorizationModule[]): OpenAuthorization {
  return { types: typesOf(modules), modules: () => modules, loops: [], close: async () => {} };
}

function typesOf(modules: AuthorizationConfig | readonly AuthorizationModule[]): ReadonlySet<AuthorizationMode> {
  return new Set(modules.map(({ type }) => type));
}

async function openConfigured(
  path: string,
  policyPath: string | undefined,
  tools: AuthorizationTools,
): Promise<OpenAuthorization> {
  const parts = await import('../authorization/config/parts.ts');
  const { vendor, clock, log, metrics } = tools;
  const opener = new ModuleOpener(parts, policyPath, tools);
  const compiler = parts.matchCompiler(vendor);
  const schemas = loadSchemas(vendor);
  let modules: readonly AuthorizationModule[] | undefined;
  let types: ReadonlySet<AuthorizationMode> = new Set();
  const use = async (text: string): Promise<void> => {
    const config = parts.readAuthorizationConfig(text, { vendor, schemas, compiler });
    if (modules !== undefined) parts.checkSameTypes(config, types);
    const opened = await opener.open(config);
    if (modules === undefined) types = typesOf(config);
    modules = opened;
  };
  const file = await FollowedFile.open({
    path,
    subject: 'authorization',
    use,
    clock,
    log,
    metrics: reloadMetrics(metrics, clock, 'authorization'),
  });
  return { types, modules: () => modules ?? [], loops: [file], close: () => opener.close() };
}

/** Opens what a list of modules needs. Webhooks of all lists are called by one client, which it closes. */
class ModuleOpener {
  readonly #parts: typeof Parts;
  readonly #policyPath: string | undefined;
  readonly #tools: AuthorizationTools;
  #abac: Authorizer | undefined;
  readonly #outbound: LazyOutbound;
  /** Of the newest list. */
  #connections: readonly Connection[] = [];

  constructor(parts: typeof Parts, policyPath: string | undefined, tools: AuthorizationTools) {
    this.#parts = parts;
    this.#policyPath = policyPath;
    this.#tools = tools;
    this.#outbound = lazyOutbound(tools);
  }

  /** All or nothing. Pending requests to webhooks of the previous list continue; their connections close when they are idle. */
  async open(config: AuthorizationConfig): Promise<readonly AuthorizationModule[]> {
    const metrics = this.#parts.webhookMetrics(this.#tools.metrics);
    const modules: AuthorizationModule[] = [];
    const connections: Connection[] = [];
    for (const entry of config) {
      if (entry.type === 'Webhook') {
        const tools = { ...this.#tools, metrics, outbound: this.#outbound };
        const { authorizer, connection } = await this.#parts.openWebhook(entry, tools);
        connections.push(connection);
        modules.push({ type: entry.type, name: entry.name, authorizer });
      } else if (entry.type === 'ABAC') {
        modules.push({ type: entry.type, name: entry.name, authorizer: await this.#abacOf() });
      } else {
        modules.push({ type: entry.type, name: entry.name });
      }
    }
    this.#connections = connections;
    return modules;
  }

  /** The policies are read once: new lines count after a restart (ABAC-021). */
  async #abacOf(): Promise<Authorizer> {
    if (this.#policyPath === undefined) throw new Error('the type ABAC needs a policy file');
    this.#abac ??= await this.#parts.openAbac(this.#policyPath, this.#tools);
    return this.#abac;
  }

  async close(): Promise<void> {
    this.#outbound.close();
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }
}
