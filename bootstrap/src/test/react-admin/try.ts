// What react-admin asks its providers for, against the example shop.
import { hexadmin, type HexadminError } from './hexadmin.js';

const [url, email, password] = process.argv.slice(2) as [string, string, string];
const stored = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
const kept = new Map<string, string>();
const storage = stored(kept);
const keys = { countries: 'code' };
const { dataProvider: data, authProvider: auth } = hexadmin({ url, storage, keys });

function check(what: string, is: unknown, expected: unknown): void {
  if (JSON.stringify(is) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(is)}, not ${JSON.stringify(expected)}`);
  }
}

async function fails(what: string, status: number | undefined, step: () => Promise<unknown>): Promise<HexadminError> {
  try {
    await step();
  } catch (error) {
    check(what, (error as HexadminError).status, status);
    return error as HexadminError;
  }
  throw new Error(`${what}: it did not fail`);
}

await fails('a wrong password', 401, () => auth.login({ username: email, password: 'wrong' }));
await fails('before signing in', undefined, () => auth.checkAuth({}));
await auth.login({ username: email, password });
await auth.checkAuth({});
check('identity', (await auth.getIdentity!()).fullName!.length > 0, true);
check('access', await auth.canAccess!({ resource: 'products', action: 'edit' }), true);

const found = await data.getList('products', {
  pagination: { page: 2, perPage: 3 },
  sort: { field: 'price', order: 'DESC' },
  filter: { status: 'active', price__gt: 10, q: 'linen' },
});
check('a page', found.data.length, 3);
check('the total', found.total! > 6, true);
const [first] = (await data.getList('countries', {
  pagination: { page: 1, perPage: 1 },
  sort: { field: 'id', order: 'ASC' },
  filter: {},
})).data;
check('a key of another name', first.id, first.code);
check('one', (await data.getOne('countries', { id: first.id })).data.name, first.name);
check('many', (await data.getMany('products', { ids: [1, 2, 3, 1] })).data.map((each) => each.id).sort(), [1, 2, 3]);
const ofCategory = await data.getManyReference('products', {
  target: 'category_id',
  id: 10,
  pagination: { page: 1, perPage: 2 },
  sort: { field: 'id', order: 'ASC' },
  filter: {},
});
check('references', ofCategory.data.map((each) => each.category_id), [10, 10]);

const window = async (page: number, perPage: number) =>
  (await data.getList('order_lines', { pagination: { page, perPage }, sort: { field: 'quantity', order: 'DESC' }, filter: {} }))
    .data.map((each) => each.id);
const lines = [...(await window(1, 200)), ...(await window(2, 200)), ...(await window(3, 200))];
check('records of three pages', new Set(lines).size, 600);
check('more records than a page of the server has', await window(1, 600), lines);
check('a later page of this size', await window(2, 250), lines.slice(250, 500));
const long = Array.from({ length: 200 }, (_, i) => `${'ä'.repeat(30)}${i}`);
check('many long keys', (await data.getMany('countries', { ids: [...long, first.id] })).data.map((each) => each.id), [first.id]);

const invalid = await fails('an invalid record', 422, () => data.create('products', { data: { name: '' } }));
check('messages beside inputs', Object.keys(invalid.body.errors!).sort(), ['category_id', 'name', 'price', 'sku']);

const { data: tag } = await data.create('tags', { data: { name: 'Made by react-admin' } });
const { data: renamed } = await data.update('tags', {
  id: tag.id,
  data: { ...tag, name: 'Renamed' },
  previousData: tag,
});
check('an update', renamed.name, 'Renamed');
const other = hexadmin({ url, storage, keys }).dataProvider;
await other.update('tags', { id: tag.id, data: { ...renamed, name: 'By another' }, previousData: renamed });
await fails('an update of what another has changed', 412, () =>
  data.update('tags', { id: tag.id, data: { ...renamed, name: 'Mine' }, previousData: renamed }),
);
await data.updateMany('tags', { ids: [tag.id], data: { colour: '#112233' } });
check('an update of several', (await data.getOne('tags', { id: tag.id })).data.colour, '#112233');
await data.delete('tags', { id: tag.id, previousData: tag });
await fails('a deleted record', 404, () => data.getOne('tags', { id: tag.id }));

const land = { code: 'XX', name: 'Xland', region: 'europe', currency: 'EUR', dial_code: '+999' };
check('a given key', (await data.create('countries', { data: land })).data.id, 'XX');
await data.updateMany('countries', { ids: ['XX'], data: { name: 'Yland' } });
check('a name', (await data.getMany('countries', { ids: ['XX'] })).data.map((each) => each.name), ['Yland']);
await data.deleteMany('countries', { ids: ['XX'] });
await fails('a deletion of several', 404, () => data.getOne('countries', { id: 'XX' }));

const { data: roles } = await data.getList('roles', {
  pagination: { page: 1, perPage: 50 },
  sort: { field: 'id', order: 'ASC' },
  filter: {},
});
const editor = { email: 'react@example.com', password: 'plum-Orbit-47-harbour' };
await data.create('admin_users', { data: { ...editor, roles: [roles.find((each) => each.name === 'Editor')!.id] } });
const { authProvider: editing } = hexadmin({ url, storage: stored(new Map()), keys });
await editing.login({ username: editor.email, password: editor.password });
const access = (of: typeof auth) =>
  Promise.all(['products', 'admin_users', 'roles'].map((resource) => of.canAccess!({ resource, action: 'list' })));
check('what an editor sees', await access(editing), [true, false, false]);
check('what a superuser sees', await access(auth), [true, true, true]);

const expired = JSON.parse(kept.get('hexadmin.tokens')!);
kept.set('hexadmin.tokens', JSON.stringify({ ...expired, access_token: 'expired' }));
const real = globalThis.fetch;
globalThis.fetch = async (address, init) =>
  String(address).endsWith('/refresh') ? new Response('{"status":503,"code":"draining"}', { status: 503 }) : real(address, init);
const unavailable = await fails('a refresh while the server restarts', 503, () => data.getOne('products', { id: 1 }));
await auth.checkError(unavailable);
globalThis.fetch = real;
check('the session after it', (await data.getOne('products', { id: 1 })).data.id, 1);

const tokens = JSON.parse(kept.get('hexadmin.tokens')!);
kept.set('hexadmin.tokens', JSON.stringify({ ...tokens, access_token: 'expired' }));
const all = await Promise.all([1, 2, 3].map((id) => data.getOne('products', { id })));
check('requests after one refresh', all.map((each) => each.data.id), [1, 2, 3]);
await auth.logout({});
await fails('after signing out', undefined, () => auth.checkAuth({}));
await fails('a request without a token', 401, () => data.getOne('products', { id: 1 }));
console.log('Everything that react-admin asks for was answered.');
