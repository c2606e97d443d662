// Starts Swagger UI on the API reference page and lists its contents beside it.

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const followScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
followScheme();
dark.addEventListener("change", followScheme);

/** React's createElement, from Swagger UI. */
let create;

function customComponents({ React }) {
  create = React.createElement;
  return {
    wrapComponents: {
      headers: foldable,
      InfoContainer: conventions,
      Servers: baseUrl,
      ExamplesSelect: labelled,
      DeepLink: plain,
      operations: whole,
    },
  };
}

/** Collapses the response headers, which are the same everywhere. */
const foldable = (original) => (props) =>
  create("details", { className: "folded-headers" }, create("summary", null, "Headers"), create(original, props));

const conventions = (original) => (props) =>
  create("section", { "aria-label": "Conventions" }, create(original, props));

/** Replaces the server menu, which has one entry and no accessible name. */
const baseUrl = () => (props) => {
  const { href } = new URL(props.servers.first().get("url"), window.location.href);
  return create("section", { "aria-label": "Base URL" }, "Base URL ", create("code", null, href));
};

const labelled = (original) => (props) =>
  create("label", null, create("span", { className: "unseen" }, "Example: "), create(original, props));

/** Replaces the link inside the button of an operation, which is not accessible. */
const plain = () => (props) => create("span", null, props.text);

/**
 * Renders all operations. From 150 on, the original renders only the visible ones, which breaks the browser's search,
 * printing and the contents list.
 */
const whole = () => (props) => {
  const { specSelectors, getComponent, getConfigs, oas3Selectors, layoutSelectors, layoutActions } = props;
  const Tag = getComponent("OperationTag");
  const Operation = getComponent("OperationContainer", true);
  const shared = { getComponent, getConfigs, oas3Selectors, layoutSelectors, layoutActions };
  const methods = specSelectors.validOperationMethods();
  const operationOf = (tag) => (op) => {
    const [path, method, specPath] = ["path", "method", "specPath"].map((member) => op.get(member));
    return create(Operation, { key: `${path}-${method}`, op, path, method, specPath, tag });
  };
  const groups = specSelectors.taggedOperations().map((tagObj, tag) => {
    const operations = tagObj.get("operations").filter((op) => methods.includes(op.get("method")));
    const list = create("div", { className: "operation-tag-content" }, operations.map(operationOf(tag)).toArray());
    return create(Tag, { ...shared, key: tag, tagObj, tag, specUrl: specSelectors.url() }, list);
  });
  return create("div", null, groups.valueSeq().toArray());
};

function listContents() {
  const { paths, tags, webhooks = {} } = ui.specSelectors.specJson().toJS();
  const operations = Object.values(paths).flatMap((methods) => Object.entries(methods));
  const sections = [...document.querySelectorAll(".info__description h2")].map((heading) => {
    heading.id = heading.textContent.toLowerCase().replaceAll(" ", "-");
    heading.tabIndex = -1;
    return entry(heading.textContent, () => reveal(heading));
  });
  const groups = tags.map(({ name }) => {
    const items = operations
      .filter(([, operation]) => operation.tags.includes(name))
      .map(([method, { operationId, summary }]) => entry(summary, () => open(name, operationId), method));
    return group(name, items);
  });
  // Swagger UI's tag of webhooks.
  const events = Object.entries(webhooks).map(([type, { post }]) =>
    entry(type, () => open("webhooks", post.operationId)),
  );
  document
    .getElementById("contents")
    .replaceChildren(group("Conventions", sections), ...groups, group("Webhook events", events));
  makeAccessible();
}

/** Makes scrollable tables focusable and fixes a skipped heading level. */
function makeAccessible() {
  for (const table of document.querySelectorAll(".info__description table")) table.tabIndex = 0;
  document.querySelector("section.models h4")?.setAttribute("aria-level", "3");
}

function group(title, items) {
  const heading = document.createElement("h2");
  heading.textContent = title;
  const list = document.createElement("ul");
  list.append(...items);
  const section = document.createElement("section");
  section.append(heading, list);
  return section;
}

function entry(text, action, method) {
  const button = document.createElement("button");
  button.type = "button";
  if (method) {
    const badge = document.createElement("span");
    badge.className = `method ${method}`;
    badge.textContent = method === "delete" ? "del" : method;
    button.append(badge);
  }
  button.append(text);
  button.addEventListener("click", action);
  const item = document.createElement("li");
  item.append(button);
  return item;
}

function open(tag, operationId) {
  ui.layoutActions.show(["operations-tag", tag], true);
  ui.layoutActions.show(["operations", tag, operationId], true);
  history.replaceState(null, "", `#/${encodeURIComponent(tag)}/${operationId}`);
  const id = `operations-${tag.replaceAll(" ", "_")}-${operationId}`;
  requestAnimationFrame(() => reveal(document.getElementById(id), "button"));
}

/** Scrolls to an element and focuses it. */
function reveal(element, focusable) {
  element?.scrollIntoView({ block: "start" });
  const target = focusable ? element?.querySelector(focusable) : element;
  target?.focus({ preventScroll: true });
}

const ui = window.SwaggerUIBundle({
  url: "/v1/openapi.json",
  domNode: document.getElementById("reference"),
  plugins: [customComponents],
  onComplete: listContents,
  // Disables the external validator and settings in the URL.
  validatorUrl: null,
  queryConfigEnabled: false,
  // Forgets API keys when the page is closed.
  persistAuthorization: false,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  // Sends requests to the page's origin.
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, window.location.href);
    return Object.assign(request, { url: window.location.origin + pathname + search });
  },
  syntaxHighlight: { theme: "obsidian" },
});
