// Opens the authentication of people: identity providers, by flags or by a configuration file that is followed, and the token
// webhook. What only some servers have is loaded only there.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Authenticator } from '../authentication/contract/authenticator.ts';
import type { AnonymousConfig, AuthenticationConfig } from '../authentication/jwt/jwt-config.ts';
import type { JwtSet } from '../authentication/jwt/jwt-set.ts';
import type * as Parts from '../authentication/jwt/parts.ts';
import { FollowedFile } from '../config-file/followed-file.ts';
import { lazyOutbound } from '../outbound/lazy-outbound.ts';
import { reloadMetrics } from '../config-file/reload-metrics.ts';
import type { ApiServerOptions, TokenWebhookOptions } from '../config/option/options.ts';

export interface OpenAuthentication {
  /** Methods for tokens whose acceptance may be remembered for some seconds. `audiences`: of this server. */
  remembered(audiences: readonly string[]): readonly Authenticator[];
  /** Those that remember by themselves; asked last. */
  unremembered(audiences: readonly string[]): readonly Authenticator[];
  /** Calls whenever tokens may be judged otherwise than before. */
  onChange(call: () => void): void;
  /** Who is served without credentials; undefined: the options say. */
  readonly anonymous: AnonymousConfig | undefined;
  readonly loops: readonly Loop[];
  close(): Promise<void>;
}

export interface AuthenticationTools {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Issuers of the server's own tokens. */
  readonly ownIssuers: readonly string[];
}

/** Milliseconds that the providers of a changed file have to answer; those before stay meanwhile, and a minute longer. */
const reloadPatience = 60_000;
const retirement = 60_000;
/** Milliseconds between looks whether they have. */
const readyPause = 250;
/** Defaults of the token webhook. */
const usual = { version: 'v1beta1', cacheTtl: 120_000, timeout: 30_000 } as const;

/** Rejects with an Error for options that do not fit together, and for files that cannot be used, which it names. */
export async function openAuthentication(
  options: Pick<ApiServerOptions, 'authentication' | 'anonymousAuth'>,
  tools: AuthenticationTools,
): Promise<OpenAuthentication> {
  const { configPath, oidc, tokenWebhook } = options.authentication ?? {};
  if (configPath !== undefined && oidc !== undefined) {
    throw new Error('--authentication-config and --oidc-* flags are mutually exclusive');
  }
  const providers = configPath === undefined && oidc === undefined ? undefined : await openProviders(options, tools);
  const webhook =
    tokenWebhook === undefined
      ? undefined
      : await openWebhook(tokenWebhook, tools).catch(async (error: unknown) => {
          await providers?.close();
          throw error;
        });
  return {
    remembered: (audiences) => (providers === undefined ? [] : [providers.method(audiences)]),
    unremembered: (audiences) => (webhook === undefined ? [] : [webhook.method(audiences)]),
    onChange: (call) => providers?.onChange(call),
    anonymous: providers?.anonymous,
    loops: providers?.loops ?? [],
    close: async () => {
      await providers?.close();
      await webhook?.close();
    },
  };
}

interface OpenMethod {
  method(audiences: readonly string[]): Authenticator;
  close(): Promise<void>;
}

async function openWebhook(
  { configPath, version = usual.version, cacheTtl = usual.cacheTtl }: TokenWebhookOptions,
  { vendor, clock, log, metrics }: AuthenticationTools,
): Promise<OpenMethod> {
  const { reviewService } = await import('../outbound/review/review-service.ts');
  const { reviewClient } = await import('../outbound/review/review-client.ts');
  const { tokenWebhook } = await import('../authentication/webhook/token-webhook.ts');
  const connection = await reviewService(configPath, { clock, vendor });
  const outbound = lazyOutbound({ vendor, clock, metrics });
  const { timeout } = usual;
  const client = reviewClient({ outbound, purpose: 'authentication', target: { connection }, timeout, clock });
  return {
    method: (audiences) => tokenWebhook({ client, version, cacheTtl, audiences, vendor, clock, log }),
    close: async () => {
      outbound.close();
      await connection.close();
    },
  };
}

async function openProviders(
  { authentication = {}, anonymousAuth }: Pick<ApiServerOptions, 'authentication' | 'anonymousAuth'>,
  tools: AuthenticationTools,
): Promise<OpenMethod & Pick<OpenAuthentication, 'anonymous' | 'loops' | 'onChange'>> {
  const { configPath, oidc } = authentication;
  const providers = new Providers(await import('../authentication/jwt/parts.ts'), tools, anonymousAuth !== undefined);
  if (configPath === undefined) {
    if (oidc !== undefined) providers.useFlags(oidc);
    return providers;
  }
  const { clock, log, metrics } = tools;
  const file = await FollowedFile.open({
    path: configPath,
    subject: 'authentication',
    use: (text) => providers.use(text),
    clock,
    log,
    metrics: reloadMetrics(metrics, clock, 'authentication'),
  });
  providers.follow(file);
  return providers;
}

/** The providers in use: another set after a reload, once it can judge tokens. */
class Providers implements OpenMethod {
  readonly #parts: typeof Parts;
  readonly #tools: AuthenticationTools;
  readonly #anonymousFlag: boolean;
  readonly #ended = new AbortController();
  #set: JwtSet | undefined;
  #anonymous: AnonymousConfig | undefined;
  #file: Loop | undefined;
  #changed: () => void = () => {};

  constructor(parts: typeof Parts, tools: AuthenticationTools, anonymousFlag: boolean) {
    this.#parts = parts;
    this.#tools = tools;
    this.#anonymousFlag = anonymousFlag;
  }

  get anonymous(): AnonymousConfig | undefined {
    return this.#anonymous;
  }

  get loops(): readonly Loop[] {
    const first = this.#set;
    const reaching: Loop = { name: 'identity-providers', run: async (signal) => first?.run(signal) };
    return this.#file === undefined ? [reaching] : [reaching, this.#file];
  }

  onChange(call: () => void): void {
    this.#changed = call;
  }

  follow(file: Loop): void {
    this.#file = file;
  }

  /** Throws an Error that names the fields. */
  useFlags(oidc: Parameters<typeof Parts.writtenOf>[0]): void {
    const { signingAlgorithms = ['RS256'] } = oidc;
    const written = [this.#parts.writtenOf(oidc)];
    const { jwt } = this.#parts.checkAuthentication(written, this.#checkTools(), signingAlgorithms);
    this.#set = this.#setOf(jwt);
  }

  /** Rejects with an Error; then nothing has changed. */
  async use(text: string): Promise<void> {
    const { vendor } = this.#tools;
    const schemas = loadSchemas(vendor);
    const { jwt, anonymous } = this.#parts.readAuthenticationConfig(text, { ...this.#checkTools(), schemas });
    const first = this.#set === undefined;
    this.#checkAnonymous(anonymous, first);
    const set = this.#setOf(jwt);
    if (first) {
      this.#anonymous = anonymous;
      this.#set = set;
      return;
    }
    await this.#ready(set);
    this.#retire(this.#set);
    this.#set = set;
    this.#changed();
  }

  #checkAnonymous(anonymous: AnonymousConfig | undefined, first: boolean): void {
    const { ConfigDocumentError } = this.#parts;
    if (first && anonymous !== undefined && this.#anonymousFlag) {
      throw new ConfigDocumentError(
        'anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file',
      );
    }
    if (!first && JSON.stringify(anonymous) !== JSON.stringify(this.#anonymous)) {
      throw new ConfigDocumentError('anonymous: Forbidden: changed from initial configuration file');
    }
  }

  #checkTools() {
    const { vendor, ownIssuers } = this.#tools;
    return { vendor, ownIssuers, compiler: this.#parts.claimCompiler(vendor) };
  }

  #setOf(jwt: AuthenticationConfig['jwt']): JwtSet {
    const { vendor, clock, log, metrics } = this.#tools;
    return new this.#parts.JwtSet(jwt, { vendor, clock, log, metrics: this.#parts.jwtMetrics(metrics) });
  }

  /** Rejects when a provider does not answer in time. */
  async #ready(set: JwtSet): Promise<void> {
    const { clock } = this.#tools;
    const { signal } = this.#ended;
    const reaching = set.run(signal);
    const end = clock.monotonic() + reloadPatience;
    while (set.problem !== undefined) {
      if (signal.aborted || clock.monotonic() >= end) {
        const problem = set.problem;
        await set.close();
        throw new Error(problem);
      }
      await Promise.race([reaching, clock.sleep(readyPause, signal).catch(() => {})]);
    }
  }

  /** Tokens that are being judged are judged to their end. */
  #retire(set: JwtSet | undefined): void {
    this.#tools.clock
      .sleep(retirement, this.#ended.signal)
      .catch(() => {})
      .then(() => set?.close())
      .catch(() => {});
  }

  method(own: readonly string[]): Authenticator {
    return {
      name: 'jwt',
      authenticate: ({ bearerToken, audiences = [] }) =>
        this.#set?.authenticate(bearerToken, audiences, own) ?? { outcome: 'none' },
    };
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#set?.close();
  }
}
