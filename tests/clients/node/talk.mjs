// Calls the endpoint with one of the TypeScript SDKs and prints what came back: node talk.mjs SDK MODE URL SLUG
const [sdk, mode, url, slug] = process.argv.slice(2);

const load = {
  async client() {
    return import("@modelcontextprotocol/client");
  },
  async sdk() {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    return { Client, StreamableHTTPClientTransport };
  },
};

const { Client, StreamableHTTPClientTransport } = await load[sdk]();
const versionNegotiation = { mode: ["legacy", "auto"].includes(mode) ? mode : { pin: mode } };
const client = new Client({ name: "talk", version: "1.0.0" }, { versionNegotiation });
const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);

const call = async (name, args = {}) => {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  return { answer: JSON.parse(content[0].text), isError, blocks: content.length };
};
const follow = async (name) => {
  const reports = [];
  const options = { onprogress: (report) => reports.push(report) };
  // The SDK before this one takes a schema of the result first.
  await client.callTool({ name, arguments: {} }, ...(sdk === "sdk" ? [undefined, options] : [options]));
  return reports;
};
const codeOf = (asked) => asked.then(() => null, (error) => error.code);

const bulk = await call("devices_create", { items: [{ name: "Sneek" }, { name: "IJlst" }] });
const token = bulk.answer.continuation_token;
const resource = await client.readResource({ uri: `continuation://devices_create/${token}` });

const said = {
  version: client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion,
  server: client.getServerVersion().name,
  tools: (await client.listTools()).tools.map((tool) => tool.name),
  resources: (await client.listResources()).resources.map((resource) => resource.uri),
  prompts: (await client.listPrompts()).prompts.map((prompt) => prompt.name),
  templates: (await client.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate),
  about: await call("about_get"),
  written: await call("sites_create", { identifier: slug, name: "Drachten", description: null }),
  bulk,
  whole: await call("devices_create", { continuation_token: token }),
  resource: JSON.parse(resource.contents[0].text),
  reports: await follow("test_tool_with_progress"),
  refused: await call("sites_retrieve", { slug: "nowhere" }),
  wrong: await call("sites_create", { nme: "Dokkum" }),
  unknownTool: await codeOf(client.callTool({ name: "devices_lst", arguments: {} })),
  unknownResource: await codeOf(client.readResource({ uri: "continuation://devices_create/none" })),
};
await client.close();
console.log(JSON.stringify(said));
