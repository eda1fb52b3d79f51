import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'ignores-dry-run',
  breaks: 'A dry run is real.',
  noticedBy: [
    'dry-run-create',
    'dry-run-put',
    'dry-run-patch',
    'dry-run-delete',
    'dry-run-delete-collection',
    'dry-run-other-value',
    'dry-run-generated-name',
    'dry-run-shows-what-is-stored',
  ],
  start() {
    return {
      request: (request) => {
        const body = Buffer.from(
          Buffer.from(request.body).toString().replace('"dryRun":["All"]', '"gracePeriodSeconds":0'),
        );
        return { ...withoutQuery(request, 'dryRun'), body };
      },
    };
  },
} satisfies Mutant;
