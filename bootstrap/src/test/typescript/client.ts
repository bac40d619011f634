// What a client that is generated from /openapi.json does: signs in, lists, reads, changes, and is refused.
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi.js";

type Product = components["schemas"]["products"];
type Filter = components["schemas"]["products.filter"];

const [url, email, password] = process.argv.slice(2);
if (url === undefined || email === undefined || password === undefined) {
  throw new Error("usage: client URL EMAIL PASSWORD");
}

const client = createClient<paths>({
  baseUrl: url,
  querySerializer: { array: { style: "form", explode: false } },
});

function data<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) {
    throw new Error(`${answer.response.url}: ${answer.response.status} ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}

const signedIn = data(await client.POST("/api/auth/token", { body: { email, password } }));
if (signedIn.access_token === undefined) {
  throw new Error("a second factor is needed");
}
const token: string = signedIn.access_token;
client.use({
  onRequest({ request }) {
    request.headers.set("Authorization", `Bearer ${token}`);
    return request;
  },
});

const page = data(
  await client.GET("/admin/api/products/", {
    params: {
      query: {
        per_page: 5,
        ordering: ["-price", "name"],
        expand: ["category_id"],
        status: "active",
        lookups: { price__gte: "10.00", name__icontains: "e" },
        filter: JSON.stringify({ or: [{ stock__gte: 0 }, { stock__isnull: true }] } satisfies Filter),
      },
    },
  }),
);
const product: Product | undefined = page.items[0];
if (page.items.length !== 5 || page.total === null || product?.id === undefined || product.price === undefined) {
  throw new Error(`not a page of products: ${JSON.stringify(page)}`);
}
const price: string = product.price;
const category = product.category_id;
if (typeof category !== "object" || category === null || typeof category.name !== "string") {
  throw new Error(`no expanded category: ${JSON.stringify(category)}`);
}

const path = { id: product.id };
const read = await client.GET("/admin/api/products/{id}", { params: { path } });
const etag = read.response.headers.get("ETag");
if (etag === null || data(read).price !== price) {
  throw new Error(`another product, or no ETag: ${JSON.stringify(read.data)}`);
}
const stock = (data(read).stock ?? 0) + 1;
const changed = data(
  await client.PATCH("/admin/api/products/{id}", { params: { path, header: { "If-Match": etag } }, body: { stock } }),
);
if (changed.stock !== stock) {
  throw new Error(`not changed: ${JSON.stringify(changed)}`);
}

const stale = await client.PATCH("/admin/api/products/{id}", {
  params: { path, header: { "If-Match": etag } },
  body: { stock: 0 },
});
if (stale.response.status !== 412 || stale.error?.code !== "precondition_failed") {
  throw new Error(`not refused: ${stale.response.status} ${JSON.stringify(stale.error)}`);
}

// @ts-expect-error a number is wanted
const wrong = await client.PATCH("/admin/api/products/{id}", { params: { path }, body: { stock: "many" } });
if (wrong.response.status !== 422 || wrong.error?.errors?.[0]?.pointer !== "/stock") {
  throw new Error(`not refused: ${wrong.response.status} ${JSON.stringify(wrong.error)}`);
}

const me = data(await client.GET("/api/auth/me"));
console.log(`${me.email}: ${page.total} products, ${product.name ?? ""} has ${stock}`);
