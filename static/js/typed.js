// Keeps on this device what somebody types into a form that carries data-keep, for them alone, until
// the server says that it has taken it: a reload, another form's Save, an expired session or a form
// that was refused lose nothing. It is offered again, with what others have changed since. Signing
// out forgets all of it.

const PREFIX = "undercut.typed.";
const KEPT_FOR = 7 * 24 * 3600 * 1000; // milliseconds
const TAKEN = "taken"; // the cookie of players/access/page.py: the key of the form that was taken
const NEVER = new Set(["hidden", "password", "file", "search", "submit", "button", "reset"]);
const LONGEST_SAID = 60;

const words = document.getElementById("typed").dataset;
const mine = `${PREFIX}${words.who}.`;
const language = document.documentElement.lang;
const offers = new Map(); // by form

// A record: when it was typed, the key with which it was sent, and of each field what stood there
// before and what was typed.

function read(place) {
  try {
    return JSON.parse(localStorage.getItem(place));
  } catch {
    return null;
  }
}

function write(place, record) {
  if (!Object.keys(record.fields).length) {
    localStorage.removeItem(place);
    return;
  }
  try {
    localStorage.setItem(place, JSON.stringify(record));
  } catch {
    // No room: the form works as without this script.
  }
}

function placeOf(form) {
  return `${mine}${words.of}.${form.dataset.keep}`;
}

function places(prefix) {
  return Object.keys(localStorage).filter((place) => place.startsWith(prefix));
}

// Fields: all controls of a name together.

function isKept(control) {
  const only = control.form?.dataset.keepOnly;
  return control.name && !NEVER.has(control.type) && (!only || only === control.name);
}

function controls(form, name) {
  return [...form.elements].filter((one) => one.name === name && isKept(one));
}

function valuesOf(list, isChosen, textOf) {
  return list.flatMap((one) => {
    if (one.options) return [...one.options].filter(isChosen).map((option) => option.value);
    if (["radio", "checkbox"].includes(one.type)) return isChosen(one) ? [one.value] : [];
    return [textOf(one)];
  });
}

function typedIn(list) {
  return valuesOf(list, (one) => one.checked || one.selected, (one) => one.value);
}

function shownIn(list) {
  const isFirst = (one) => one.index === 0 && !one.closest("select").querySelector("[selected]");
  const isChosen = (one) => one.defaultChecked || one.defaultSelected || isFirst(one);
  return valuesOf(list, isChosen, (one) => one.defaultValue);
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function put(list, typed) {
  for (const [at, one] of list.entries()) {
    if (one.options) for (const option of one.options) option.selected = typed.includes(option.value);
    else if (["radio", "checkbox"].includes(one.type)) one.checked = typed.includes(one.value);
    else one.value = typed[at] ?? "";
    one.closest("details")?.setAttribute("open", "");
  }
  for (const type of ["input", "change"]) list[0].dispatchEvent(new Event(type, { bubbles: true }));
}

// Keeping

function keep({ target }) {
  const { form, name } = target;
  if (!form || !("keep" in form.dataset) || !isKept(target)) return;
  const record = read(placeOf(form)) ?? { fields: {} };
  const list = controls(form, name);
  const was = record.fields[name]?.was ?? shownIn(list);
  const typed = typedIn(list);
  if (same(was, typed)) delete record.fields[name];
  else record.fields[name] = { was, typed };
  write(placeOf(form), { ...record, at: Date.now() });
}

function sent({ target: form }) {
  // A control that is called "action" hides the address of its form.
  const address = new URL(form.getAttribute("action") ?? "", location.href);
  if (form.method === "post" && address.pathname === words.signOut) {
    for (const place of places(mine)) localStorage.removeItem(place);
  }
  const record = "keep" in form.dataset && read(placeOf(form));
  if (record && form.elements.key) write(placeOf(form), { ...record, key: form.elements.key.value });
}

function forgetWhatIsOver() {
  const taken = document.cookie.match(`(?:^|; )${TAKEN}=([^;]+)`)?.[1];
  document.cookie = `${TAKEN}=; path=/; max-age=0`;
  for (const place of places(PREFIX)) {
    const record = read(place);
    const isTaken = taken && record?.key === taken;
    if (isTaken || !(Date.now() - record?.at < KEPT_FOR)) localStorage.removeItem(place);
  }
}

// Offering

function offer(form) {
  if (offers.get(form)?.isConnected) return;
  const record = read(placeOf(form));
  const fields = record?.fields ?? {};
  const lost = [...new Set([...form.elements].map((one) => one.name))]
    .filter((name) => name in fields)
    .map((name) => ({ ...fields[name], list: controls(form, name) }))
    .filter(({ list, typed }) => list.length && !same(typedIn(list), typed));
  if (!lost.length) return;
  const made = document.createElement("div");
  Object.assign(made, { className: "notice typed", role: "status" });
  const [first] = lost[0].list;
  const before = form.dataset.keepOnly ? (first.closest("details") ?? first.closest("div")) : form;
  before.before(made);
  offers.set(form, made);
  made.append(paragraph(typedAt(record.at), lost.map(({ list }) => label(list)).join(", ")));
  const changed = lost.filter(({ list, was }) => !same(shownIn(list), was));
  if (changed.length) made.append(paragraph(words.changed, changed.map(now).join(", ")));
  made.append(
    button(words.putBack, "btn", made, () => {
      for (const { list, typed } of lost) put(list, typed);
      first.focus();
    }),
    button(words.forget, "btn btn-quiet", made, () => localStorage.removeItem(placeOf(form))),
  );
}

function typedAt(at) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(at);
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short", hourCycle: "h23" }).format(at);
  return (isToday ? words.at : words.on).replace("{date}", date).replace("{time}", time);
}

function label(list) {
  const [first] = list;
  const isGroup = list.length > 1 || first.type === "radio";
  const own = isGroup ? first.closest("fieldset")?.querySelector("legend") : first.labels?.[0];
  return own?.textContent.trim() || first.name;
}

// A field with what stands there now, where that is short.
function now({ list }) {
  const [chosen] = list.filter((one) => one.defaultChecked);
  const said =
    list[0].selectedOptions?.[0]?.label ??
    chosen?.closest("label")?.querySelector("b")?.textContent ??
    list[0].defaultValue;
  const isShort = said && said.length < LONGEST_SAID && list[0].type !== "checkbox";
  return isShort ? `${label(list)} (${written(list[0], said)})` : label(list);
}

function written({ type }, value) {
  if (type !== "datetime-local") return value;
  const style = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" };
  return new Intl.DateTimeFormat(language, style).format(new Date(value));
}

function paragraph(bold, rest) {
  const made = document.createElement("p");
  const strong = document.createElement("b");
  strong.textContent = bold;
  made.append(strong, ` ${rest}`);
  return made;
}

function button(text, className, offered, act) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className, textContent: text });
  made.addEventListener("click", () => {
    offered.remove();
    act();
  });
  return made;
}

forgetWhatIsOver();
for (const form of document.querySelectorAll("form[data-keep]")) {
  form.autocomplete = "off"; // else the browser puts some of it back unasked, over what is new
  offer(form);
  // A field that comes later is offered then.
  new MutationObserver(() => offer(form)).observe(form, { childList: true, subtree: true });
}
document.addEventListener("input", keep);
document.addEventListener("change", keep);
document.addEventListener("submit", sent, { capture: true });
