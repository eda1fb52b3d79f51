// The configurations of the plug-ins that take one.

import {
  AdmissionConfigurationError,
  type ConfigurationTypes,
  readAdmissionConfiguration,
  type WrittenAdmissionConfiguration,
} from './configuration/admission-configuration.ts';
import { type LimitedResource, limitedResources } from './quota/quota-configuration.ts';
import { type PodSecurityConfiguration, podSecurityConfiguration } from './pod-security/configuration.ts';

export interface PluginConfigurations {
  readonly podSecurity: PodSecurityConfiguration;
  /** What may not be used without a quota for it. */
  readonly limitedResources: readonly LimitedResource[];
}

/** `given` undefined: what holds without a configuration. Throws AdmissionConfigurationError, which names the plug-in. */
export function readPluginConfigurations(
  given: WrittenAdmissionConfiguration | undefined,
  types: ConfigurationTypes,
): PluginConfigurations {
  const configurations = given === undefined ? new Map<string, object>() : readAdmissionConfiguration(given, types);
  const readers = {
    PodSecurity: (written: object | undefined) => podSecurityConfiguration(written, types),
    ResourceQuota: (written: object | undefined) => limitedResources(written, types),
  };
  for (const name of configurations.keys()) {
    if (!Object.hasOwn(readers, name)) {
      const known = Object.keys(readers).join(', ');
      throw new AdmissionConfigurationError(`plugin ${name} takes no configuration here; those that do: ${known}`);
    }
  }
  const read = <T>(name: string, reader: (written: object | undefined) => T): T => {
    try {
      return reader(configurations.get(name));
    } catch (error) {
      if (!(error instanceof AdmissionConfigurationError)) throw error;
      throw new AdmissionConfigurationError(`plugin ${name}: ${error.message}`, { cause: error });
    }
  };
  return {
    podSecurity: read('PodSecurity', readers.PodSecurity),
    limitedResources: read('ResourceQuota', readers.ResourceQuota),
  };
}
