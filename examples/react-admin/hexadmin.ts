import type { AuthProvider, DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin';

/** Where Hexadmin is, and what its models are like. */
export interface HexadminOptions {
  /** The address of the server without a path, such as `https://admin.example.com`; `''` for the page's own. */
  url: string;
  /** The setting `admin_path`. */
  adminPath?: string;
  /** The field that is the key, for models whose key is not called `id`. */
  keys?: Record<string, string>;
  /** Where the tokens are kept. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

interface Tokens {
  access_token: string;
  refresh_token: string;
}

interface User {
  id: number;
  email: string;
  full_name: string;
  is_superuser: boolean;
  permissions: Record<string, string[]>;
}

interface Page {
  items: Record<string, unknown>[];
  total: number | null;
  has_next: boolean;
  next_cursor: string | null;
}

interface Problem {
  status: number;
  title: string;
  detail?: string;
  code: string;
  errors?: { pointer: string; message: string }[];
}

/** An answer that is no success. react-admin shows the message, and each of `body.errors` at its input. */
export class HexadminError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: { errors?: Record<string, string> };

  constructor(problem: Problem) {
    const errors = problem.errors ?? [];
    super(errors.length === 1 ? errors[0].message : (problem.detail ?? problem.title));
    this.status = problem.status;
    this.code = problem.code;
    this.body = errors.length === 0
      ? {}
      : { errors: Object.fromEntries(errors.map((one) => [one.pointer.slice(1).replaceAll('/', '.'), one.message])) };
  }
}

const TOKENS = 'hexadmin.tokens';
const MOST_PER_PAGE = 200;
const MOST_PER_CALL = 1000;
/** Of the 8 KiB of a request line. */
const MOST_OF_KEYS = 6000;

/** The data provider and the authentication provider of a server. */
export function hexadmin(options: HexadminOptions): { dataProvider: DataProvider; authProvider: AuthProvider } {
  const storage = options.storage ?? localStorage;
  const api = `${options.url}${options.adminPath ?? '/admin'}/api/`;
  const auth = `${options.url}/api/auth/`;
  const versions = new Map<string, string>();
  let refreshing: Promise<boolean> | undefined;
  let user: Promise<User> | undefined;

  function tokens(): Tokens | undefined {
    const kept = storage.getItem(TOKENS);
    return kept === null ? undefined : JSON.parse(kept);
  }

  async function send(address: string, method: string, body?: unknown, headers: Record<string, string> = {}) {
    const token = tokens()?.access_token;
    return fetch(address, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /**
   * A refresh token is good for one exchange: requests that fail at the same time wait for the same one. False when the session
   * has ended; any other failure is temporary and keeps it.
   */
  function refresh(): Promise<boolean> {
    refreshing ??= (async () => {
      const old = tokens();
      if (old === undefined) {
        return false;
      }
      const answer = await send(`${auth}refresh`, 'POST', { refresh_token: old.refresh_token });
      if (answer.status === 401) {
        storage.removeItem(TOKENS);
        return false;
      }
      if (!answer.ok) {
        throw new HexadminError(await problem(answer));
      }
      storage.setItem(TOKENS, JSON.stringify(await answer.json()));
      return true;
    })().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function request(address: string, method = 'GET', body?: unknown, headers?: Record<string, string>) {
    let answer = await send(address, method, body, headers);
    if (answer.status === 401 && tokens() !== undefined && (await refresh())) {
      answer = await send(address, method, body, headers);
    }
    if (!answer.ok) {
      throw new HexadminError(await problem(answer));
    }
    return answer;
  }

  async function problem(answer: Response): Promise<Problem> {
    return answer.json().catch(() => ({ status: answer.status, title: `HTTP ${answer.status}`, code: 'unknown' }));
  }

  const keyOf = (resource: string) => options.keys?.[resource] ?? 'id';

  function identified<R>(resource: string, record: Record<string, unknown>): R {
    return { ...record, id: record[keyOf(resource)] } as R;
  }

  /** Without the copy of the key that react-admin needs under the name `id`. */
  function plain(resource: string, record: Record<string, unknown>): Record<string, unknown> {
    const { id, ...rest } = record;
    return keyOf(resource) === 'id' ? record : rest;
  }

  const path = (resource: string, id: Identifier) => `${api}${resource}/${encodeURIComponent(String(id))}`;

  function remember(resource: string, id: unknown, answer: Response): void {
    const version = answer.headers.get('ETag');
    if (version !== null) {
      versions.set(`${resource}/${id}`, version);
    }
  }

  /** Only if the record has not been changed since it was read; else the answer is 412. */
  function unchanged(resource: string, id: Identifier): Record<string, string> {
    const version = versions.get(`${resource}/${id}`);
    return version === undefined ? {} : { 'If-Match': version };
  }

  /** What was read since then is newer. */
  function forget(resource: string, ids: Identifier[]): void {
    ids.forEach((id) => versions.delete(`${resource}/${id}`));
  }

  async function read(resource: string, parameters: Record<string, unknown>): Promise<Page> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined && value !== null && value !== '') {
        query.set(name, value instanceof Object ? JSON.stringify(value) : String(value));
      }
    }
    return (await request(`${api}${resource}/?${query}`)).json();
  }

  function records(resource: string, items: Record<string, unknown>[]): any[] {
    const data = items.map((item) => identified<any>(resource, item));
    forget(resource, data.map((record) => record.id));
    return data;
  }

  /**
   * Filters as the API has them: `{ status: 'paid', total__gt: 100, q: 'berlin', id__in: [1, 2] }`. Several pages of the server
   * are read where react-admin asks for more records than one has, such as 1000 for an export.
   */
  async function list(resource: string, params: GetListParams) {
    const { q, ...filter } = params.filter ?? {};
    const { page, perPage } = params.pagination ?? { page: 1, perPage: 25 };
    const query = {
      per_page: Math.min(perPage, MOST_PER_PAGE),
      ordering: params.sort && `${params.sort.order === 'DESC' ? '-' : ''}${params.sort.field}`,
      q,
      filter: Object.keys(filter).length === 0 ? undefined : filter,
    };
    const before = (page - 1) * perPage;
    let part = await read(resource, { ...query, page: Math.floor(before / query.per_page) + 1 });
    const { total } = part;
    const items = part.items.slice(before % query.per_page);
    while (items.length < perPage && part.has_next) {
      part = await read(resource, { ...query, cursor: part.next_cursor, count: 'none' });
      items.push(...part.items);
    }
    return {
      data: records(resource, items.slice(0, perPage)),
      ...(total === null ? { pageInfo: { hasNextPage: items.length > perPage || part.has_next } } : { total }),
    };
  }

  async function bulk(resource: string, body: { update?: unknown[]; delete?: Identifier[] }): Promise<void> {
    await request(`${api}${resource}/bulk`, 'POST', body);
  }

  function pieces<T>(all: T[], most: number): T[][] {
    return Array.from({ length: Math.ceil(all.length / most) }, (_, i) => all.slice(i * most, (i + 1) * most));
  }

  /** Cuts keys so that a filter of each piece fits on a page and in a request line. */
  function ofKeys(keys: Identifier[]): Identifier[][] {
    const cut: Identifier[][] = [];
    let length = MOST_OF_KEYS;
    for (const key of keys) {
      const more = String(new URLSearchParams({ '': `${JSON.stringify(key)},` })).length;
      length += more;
      if (length > MOST_OF_KEYS || cut[cut.length - 1].length === MOST_PER_PAGE) {
        cut.push([]);
        length = more;
      }
      cut[cut.length - 1].push(key);
    }
    return cut;
  }

  /** The name of the sort field of react-admin's own default, `id`, is that of the key. */
  function sorted(resource: string, params: GetListParams): GetListParams {
    return params.sort?.field === 'id' ? { ...params, sort: { ...params.sort, field: keyOf(resource) } } : params;
  }

  const dataProvider: DataProvider = {
    getList: (resource, params) => list(resource, sorted(resource, params)),

    getOne: async (resource, { id }) => {
      const answer = await request(path(resource, id));
      remember(resource, id, answer);
      return { data: identified(resource, await answer.json()) };
    },

    getMany: async (resource, { ids }) => {
      const pages = await Promise.all(
        ofKeys([...new Set(ids)]).map((some) =>
          read(resource, { filter: { [`${keyOf(resource)}__in`]: some }, per_page: MOST_PER_PAGE, count: 'none' }),
        ),
      );
      return { data: records(resource, pages.flatMap((page) => page.items)) };
    },

    getManyReference: (resource, params) =>
      list(resource, sorted(resource, { ...params, filter: { ...params.filter, [params.target]: params.id } })),

    create: async (resource, { data }) => {
      const answer = await request(`${api}${resource}/`, 'POST', plain(resource, data as Record<string, unknown>));
      const record: any = identified(resource, await answer.json());
      remember(resource, record.id, answer);
      return { data: record };
    },

    update: async (resource, { id, data, previousData }) => {
      const before = (previousData ?? {}) as Record<string, unknown>;
      const changed = Object.fromEntries(
        Object.entries(plain(resource, data)).filter(([name, now]) => JSON.stringify(now) !== JSON.stringify(before[name])),
      );
      const answer = await request(path(resource, id), 'PATCH', changed, unchanged(resource, id));
      remember(resource, id, answer);
      return { data: identified(resource, await answer.json()) };
    },

    updateMany: async (resource, { ids, data }) => {
      const key = keyOf(resource);
      for (const some of pieces(ids, MOST_PER_CALL)) {
        await bulk(resource, { update: some.map((id) => ({ ...plain(resource, data), [key]: id })) });
      }
      forget(resource, ids);
      return { data: ids };
    },

    delete: async (resource, { id, previousData }) => {
      await request(path(resource, id), 'DELETE', undefined, unchanged(resource, id));
      forget(resource, [id]);
      return { data: previousData as RaRecord as any };
    },

    deleteMany: async (resource, { ids }) => {
      for (const some of pieces(ids, MOST_PER_CALL)) {
        await bulk(resource, { delete: some });
      }
      forget(resource, ids);
      return { data: ids };
    },
  };

  /** The right that each page and button of react-admin needs. */
  const RIGHTS: Record<string, string> = {
    list: 'view',
    show: 'view',
    read: 'view',
    create: 'create',
    edit: 'edit',
    write: 'edit',
    delete: 'delete',
    export: 'export',
  };

  /** Asked once for each sign-in: react-admin asks for the rights of every page and button. */
  function me(): Promise<User> {
    user ??= request(`${auth}me`)
      .then((answer) => answer.json())
      .catch((error) => {
        user = undefined;
        throw error;
      });
    return user;
  }

  function forgetUser(): void {
    storage.removeItem(TOKENS);
    versions.clear();
    user = undefined;
  }

  const authProvider: AuthProvider = {
    /** @param code of an authenticator or a backup code, where the user has a second factor */
    login: async ({ username, password, code }) => {
      const answer = await send(`${auth}token`, 'POST', { email: username, password, ...(code ? { code } : {}) });
      if (!answer.ok) {
        throw new HexadminError(await problem(answer));
      }
      const given = await answer.json();
      if (given.requires_2fa) {
        throw new HexadminError({ status: 401, code: 'requires_2fa', title: 'Enter the code of your authenticator.' });
      }
      forgetUser();
      storage.setItem(TOKENS, JSON.stringify(given));
    },

    logout: async () => {
      const old = tokens();
      if (old !== undefined) {
        await send(`${auth}logout`, 'POST', { refresh_token: old.refresh_token }).catch(() => undefined);
      }
      forgetUser();
    },

    checkAuth: async () => {
      if (tokens() === undefined) {
        throw new Error('Sign in.');
      }
    },

    checkError: async (error) => {
      if (error.status === 401) {
        forgetUser();
        throw error;
      }
    },

    getIdentity: async () => {
      const { id, full_name, email } = await me();
      return { id, fullName: full_name || email };
    },

    getPermissions: async () => (await me()).permissions,

    canAccess: async ({ resource, action }) => {
      if (tokens() === undefined) {
        return false;
      }
      const { is_superuser, permissions } = await me();
      const model = resource === 'roles' ? 'admin_roles' : resource;
      // the rights on every model are, but for superusers, not those on built-in models
      const every = is_superuser || !model.startsWith('admin_') ? (permissions['*'] ?? []) : [];
      return [...every, ...(permissions[model] ?? [])].includes(RIGHTS[action] ?? action);
    },
  };

  return { dataProvider, authProvider };
}
