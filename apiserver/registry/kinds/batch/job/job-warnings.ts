// Warnings to those who write jobs, and cron jobs, which make them.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { JobSpec } from './job-validation.ts';
import { isOfNewGeneration, warningsOfTemplates } from '../../core/pod/warning/pod-warnings.ts';

/** Beyond both, the list of failed indexes may not hold them all. */
const soft = { completions: 100_000, parallelism: 10_000 } as const;

/** `path`: where the job's specification is, and `of`: what is there. */
export function jobWarnings(
  vendor: Vendor,
  path: string,
  of: (object: ApiObject) => JobSpec | undefined,
): (object: ApiObject, old?: ApiObject) => readonly string[] {
  const ofTemplates = warningsOfTemplates(vendor, { path: `${path}.template`, of: (object) => of(object)?.template });
  const many = vendor.fill(
    `${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, {Maker} might not ` +
      'be able to track completedIndexes when a big number of indexes fail',
  );
  return (object, old) => {
    const { completionMode, completions = 0, parallelism = 0 } = of(object) ?? {};
    const isLarge = completions > soft.completions && parallelism > soft.parallelism;
    const judged = old === undefined || isOfNewGeneration(object, old);
    return [...(judged && isLarge && completionMode === 'Indexed' ? [many] : []), ...ofTemplates(object, old)];
  };
}
