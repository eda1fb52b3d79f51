// The options of what the server creates at its start: definitions of custom kinds, objects, and connection files of users.

import { pathListFlag } from '../flag/value-flags.ts';
import { ifAny, inCode, option } from '../option/option-entry.ts';
import type { UserFile } from '../option/options.ts';
import { list, objectOr, pem, shape, text } from '../option/value-form.ts';
import type { WebhookInstallation } from '../../manifest/install-objects.ts';

const heading = { group: 'Objects' };
const sources = list(objectOr(text));

const definitions = {
  definitions: pathListFlag('definitions of own kinds to install: files, or folders of them', heading),
};
const manifests = {
  manifests: pathListFlag(
    'objects to install: files, or folders of them; those of own kinds after --definitions',
    heading,
  ),
};

export const manifestOptions = {
  definitions: option(sources, definitions, { read: (flags) => ifAny(flags.definitions) }),
  manifests: option(sources, manifests, { read: (flags) => ifAny(flags.manifests) }),
  webhooks: inCode(
    list(shape<WebhookInstallation>({ configurations: sources, url: text, ca: pem }, ['configurations', 'url'])),
  ),
  users: inCode(
    list(shape<UserFile>({ name: text, groups: list(text), kubeconfigPath: text }, ['name', 'kubeconfigPath'])),
  ),
};
