/*
 * Shell scripts. Each passes the words of the line to `cli-apps complete` and reads its output: one candidate per line,
 * with a tab and a description, or `:file` or `:folder`. The output is compared and shown, never evaluated.
 */

const bash = `# Completion of cli-apps for bash: source <(cli-apps completion bash)
_cli_apps() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$2"); return ;;
      :folder) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$2"); return ;;
      *) COMPREPLY+=("$line") ;;
    esac
  done < <("$1" complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
}
complete -F _cli_apps cli-apps
`

const zsh = `#compdef cli-apps
# Completion of cli-apps for zsh: source <(cli-apps completion zsh)
_cli_apps() {
  local line name
  local -a names shown
  while IFS= read -r line; do
    case $line in
      :file) _files; return ;;
      :folder) _files -/; return ;;
    esac
    name=\${line%%$'\\t'*}
    names+=("$name")
    if [[ $line == *$'\\t'* ]]; then shown+=("$name  -- \${line#*$'\\t'}"); else shown+=("$name"); fi
  done < <("\${(Q)words[1]}" complete zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)
  compadd -l -d shown -a names
}
if [[ \${funcstack[1]-} == _cli_apps ]]; then _cli_apps "$@"; else compdef _cli_apps cli-apps; fi
`

const fish = `# Completion of cli-apps for fish: cli-apps completion fish | source
function __cli_apps_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete fish -- $words[2..-1] "$current" 2>/dev/null </dev/null)
        switch $line
            case :file
                __fish_complete_path "$current"
            case :folder
                __fish_complete_directories "$current"
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c cli-apps -f -a '(__cli_apps_complete)'
`

export const completionScripts = { bash, zsh, fish } as const
