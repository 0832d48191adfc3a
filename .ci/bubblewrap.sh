# Gives bubblewrap, and CLI_APPS_EXPECT_SANDBOX, with which its tests fail rather than being skipped, where this machine lets
# it work. Sourced by .ci/run.

provide_bubblewrap() {
  if ! command -v bwrap >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends bubblewrap
  fi
  local refusal
  if refusal=$(bwrap --ro-bind / / --dev /dev --proc /proc --unshare-pid --unshare-net true 2>&1); then
    export CLI_APPS_EXPECT_SANDBOX=1
  else
    echo "The tests of the sandbox are skipped: this machine forbids it (${refusal})."
  fi
}
