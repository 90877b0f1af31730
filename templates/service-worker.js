// Answers when a page is opened and there is no network: with the one page that it keeps. Nothing
// else goes through it, and no page of anybody is kept.

const { name, page, files } = {{ kept|safe }};

async function keep() {
  const cache = await caches.open(name);
  // Without cookies, as everybody gets it; the other files are mostly here already.
  const asked = { credentials: "omit" };
  await cache.addAll([
    new Request(page, { ...asked, cache: "reload" }),
    ...files.map((file) => new Request(file, asked)),
  ]);
}

async function drop() {
  const old = (await caches.keys()).filter((one) => one.startsWith("undercut-") && one !== name);
  await Promise.all(old.map((one) => caches.delete(one)));
}

async function answer(request, kept) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(kept);
    if (found) return found;
    throw error;
  }
}

addEventListener("install", (event) => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(drop()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") event.respondWith(answer(request, page));
  else if (files.includes(path)) event.respondWith(answer(request, path));
});
