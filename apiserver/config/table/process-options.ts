// The options of what is served and how much at once, of starting and stopping, and of the process that the server runs in.

import { FeatureGates, parseFeatureGates } from '../../../shared/process/command-line/feature-gates.ts';
import { durationFlag, listFlag, valueFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { apiVersion } from '../../endpoint/version.ts';
import { absentGates } from '../option/absent-parts.ts';
import { serverGates } from '../option/gates.ts';
import {
  durationOption,
  flagOption,
  group,
  inCode,
  integerOption,
  option,
  type OptionTable,
} from '../option/option-entry.ts';
import type { LimitOptions } from '../option/options.ts';
import { checkRuntimeConfig, parseRuntimeSetting, RuntimeConfigError } from '../option/runtime-config.ts';
import { callback, flag as trueOrFalse, map, methods, number, text } from '../option/value-form.ts';
import { vendor } from './vendor-option.ts';

const heading = { group: 'Limits' };
const previousVersion = `${apiVersion.major}.${Number(apiVersion.minor) - 1}`;

const requestTimeout = {
  'request-timeout': durationFlag('timeout of a request that is not a watch', { ...heading, default: 60_000 }),
};

const limits = group({
  maxReading: integerOption('max-requests-inflight', 'concurrent read requests; 0: no limit', {
    ...heading,
    default: 400,
  }),
  maxMutating: integerOption('max-mutating-requests-inflight', 'concurrent mutating requests; 0: no limit', {
    ...heading,
    default: 200,
  }),
  requestTimeout: option(number(0), requestTimeout, {
    check: (flags) => {
      if (flags['request-timeout'] <= 0) throw new UsageError('--request-timeout must be longer than 0s');
    },
    read: (flags) => flags['request-timeout'],
  }),
  shortestWatch: integerOption(
    'min-request-timeout',
    'seconds that a watch without a timeout lasts at least; at most twice as long',
    { ...heading, default: 1800, min: 1, max: 1_000_000 },
    number(0),
  ),
  maxStreams: integerOption('http2-max-streams-per-connection', 'concurrent streams on one connection; 0: 100', {
    group: 'Serving',
    default: 0,
  }),
} satisfies OptionTable<LimitOptions>);

const runtimeConfig = {
  ...vendor.flags,
  'runtime-config': listFlag(
    'versions and resources to switch on or off: api/all, api/ga, api/beta, api/alpha, group/version or ' +
      'group/version/resource, each with =true or =false',
    { parse: parseRuntimeSetting, what: 'a setting', value: 'KEY=BOOL,...' },
  ),
};

const featureGates = {
  'feature-gates': valueFlag('features to switch on or off, Name=true,...', readGates, {
    value: 'LIST',
    what: 'a list of Name=true or Name=false',
  }),
};

export const processOptions = {
  limits,
  shutdownDelay: durationOption('shutdown-delay-duration', 'how long a stopping server still accepts requests', {
    ...heading,
    default: 0,
  }),
  livezGracePeriod: durationOption('livez-grace-period', 'time after the start in which liveness does not fail', {
    ...heading,
    default: 0,
  }),
  runtimeConfig: option(map(trueOrFalse), runtimeConfig, {
    check: (flags) => {
      try {
        checkRuntimeConfig(vendorOf(flags.vendor), Object.fromEntries(flags['runtime-config']));
      } catch (error) {
        throw error instanceof RuntimeConfigError ? new UsageError(`--runtime-config: ${error.message}`) : error;
      }
    },
    read: (flags) => Object.fromEntries(flags['runtime-config']),
  }),
  showHiddenMetricsFor: flagOption(
    text,
    'show-hidden-metrics-for-version',
    valueFlag(
      'shows again the metrics that this version hides, when the version before is named',
      (given) => (given === previousVersion ? given : undefined),
      { value: 'VERSION', what: `${previousVersion}: only the version before this one can be named` },
    ),
  ),
  featureGates: option(map(trueOrFalse), featureGates, {
    read: (flags) => flags['feature-gates'] && Object.fromEntries(flags['feature-gates']),
  }),
  unref: inCode(trueOrFalse),
  log: inCode(methods(['debug', 'info', 'warn', 'error', 'child'])),
  collectGarbage: inCode(callback),
  clock: inCode(methods(['now', 'monotonic', 'sleep'])),
};

/** Throws for a gate that cannot be set so, that a wrong command line fails before anything is started. */
function readGates(given: string): ReadonlyMap<string, boolean> {
  const settings = parseFeatureGates(given);
  void new FeatureGates(serverGates, settings, absentGates);
  return settings;
}
