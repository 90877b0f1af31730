// A club is most likely where its maker sits: proposes the browser's time zone where none is chosen.

const zones = document.querySelector("select[name=time_zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zones?.value === "UTC" && [...zones.options].some((one) => one.value === here)) {
  zones.value = here;
}
