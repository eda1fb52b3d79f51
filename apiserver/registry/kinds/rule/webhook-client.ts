// Where a webhook is called: at a URL, or at a service of the cluster; exactly one of the two.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import { invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

export interface ClientConfig {
  url?: string;
  service?: { namespace?: string; name?: string; path?: string; port?: number };
}

const urlForm = 'desired format: https://host[/path]';

export function clientConfigErrors({ url, service }: ClientConfig, path: string): readonly FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  if (url !== undefined) return urlErrors(url, `${path}.url`);
  const errors: FieldError[] = [];
  const { namespace = '', name = '', path: servicePath, port = 443 } = service ?? {};
  if (name === '') errors.push(required(`${path}.service.name`));
  if (namespace === '') errors.push(required(`${path}.service.namespace`));
  if (port < 1 || port > 65_535) {
    errors.push(
      invalidValue(`${path}.service.port`, port, 'port is not valid: must be between 1 and 65535, inclusive'),
    );
  }
  if (servicePath !== undefined) addAll(errors, pathErrors(servicePath, `${path}.service.path`));
  return errors;
}

function urlErrors(text: string, path: string): readonly FieldError[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return [required(path, `url must be a valid URL; ${urlForm}`)];
  const errors: FieldError[] = [];
  if (url.protocol !== 'https:') {
    errors.push(invalidValue(path, url.protocol.slice(0, -1), `'https' is the only allowed URL scheme; ${urlForm}`));
  }
  if (url.hostname === '') errors.push(invalidValue(path, url.host, `host must be specified; ${urlForm}`));
  if (url.username !== '' || url.password !== '') {
    const user = url.password === '' ? url.username : `${url.username}:${url.password}`;
    errors.push(invalidValue(path, user, 'user information is not permitted in the URL'));
  }
  if (url.hash !== '') errors.push(invalidValue(path, url.hash.slice(1), 'fragments are not permitted in the URL'));
  if (url.search !== '') {
    errors.push(invalidValue(path, url.search.slice(1), 'query parameters are not permitted in the URL'));
  }
  return errors;
}

function pathErrors(text: string, path: string): readonly FieldError[] {
  if (text === '/' || text === '') return [];
  const errors: FieldError[] = [];
  if (!text.startsWith('/')) errors.push(invalidValue(path, text, "must start with a '/'"));
  const segments = text.slice(1).split('/');
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  for (const [index, segment] of segments.entries()) {
    if (segment === '') errors.push(invalidValue(path, text, `segment[${index}] may not be empty`));
    for (const fault of segment === '' ? [] : checkDns1123Subdomain(segment))
      errors.push(invalidValue(path, text, `segment[${index}]: ${fault}`));
  }
  return errors;
}
