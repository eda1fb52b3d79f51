// Whether the seccomp profiles of this host can be used by the pods that name them.

import { profileJudge } from '../seccomp/profile.ts';
import { judgeFolder } from '../seccomp/profile-file.ts';
import { type Check, ok, warning } from './check.ts';

/** A profile that cannot be used is only a warning: pods without it still run. A missing folder has no profiles. */
export function seccompCheck(folder: string): Check {
  return {
    name: 'seccomp',
    look: async () => {
      const judged = await judgeFolder(folder, profileJudge()).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const faulty = judged.filter(({ faults }) => faults.length > 0);
      const [first] = faulty;
      if (first === undefined) return ok(`${judged.length} profiles in ${folder} can be used`);
      return warning(
        `${faulty.length} of ${judged.length} profiles in ${folder} cannot be used: ${first.name}: ${first.faults[0]}`,
        `orch-agent seccomp check ${folder} names all faults; pods with such a profile do not start`,
      );
    },
  };
}
