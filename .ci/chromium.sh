# Gives chromium, in which the pages of the registry are tested, where it can be installed. Sourced by .ci/run; without it these
# tests are skipped.

provide_chromium() {
  command -v chromium >/dev/null && return
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium ||
    echo 'The tests in a browser are skipped: chromium cannot be installed.'
}
