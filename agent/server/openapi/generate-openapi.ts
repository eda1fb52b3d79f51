// Writes `docs/agent-openapi.json`: `npm run build && node dist/agent/server/openapi/generate-openapi.js` in the project's folder, then
// `npx biome format --write docs`.

import { writeFile } from 'node:fs/promises';
import { openApiDocument } from './openapi.ts';

await writeFile('docs/agent-openapi.json', `${JSON.stringify(openApiDocument({ streams: true }), undefined, 2)}\n`);
