# Completion of pawl's command line for bash.
_pawl() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  local commands='run study check verify audit report export view convert help'
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$word")
    return
  fi
  case $before in
    --method) mapfile -t COMPREPLY < <(compgen -W 'auto dopri5 dop853 radau5' -- "$word"); return ;;
    --formulation) mapfile -t COMPREPLY < <(compgen -W 'auto multipliers canonical augmented' -- "$word"); return ;;
    --analysis) mapfile -t COMPREPLY < <(compgen -W 'assemble kinematics statics dynamics linearise' -- "$word"); return ;;
    --set | --tolerance | --duration | --step | --columns | --at | --port | --sample | --threads | --part) return ;;
    -o) [[ $command != convert ]] || { mapfile -t COMPREPLY < <(compgen -f -- "$word"); return; } ;;&
    -o | --vtk) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
    --gltf | --csv) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
  esac
  local options=
  case $command in
    study) options='-o --threads --resume --part --join --quiet' ;;
    run) options='-o --sample --set --resume --separate --tolerance --method --formulation --duration --step --analysis --compare --json --no-audit --report --quiet' ;;
    verify) options='--formulation' ;;
    check) options='--json --set --matrices --contacts' ;;
    convert) options='-o --set' ;;
    report) options='-o --set --svg --columns --at' ;;
    export) options='--gltf --vtk --csv --columns' ;;
    view) options='--port' ;;
    help) mapfile -t COMPREPLY < <(compgen -W 'run study check verify audit report export view convert' -- "$word"); return ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  elif [[ $command == verify || $command == audit || $command == export || $command == view ]]; then
    mapfile -t COMPREPLY < <(compgen -d -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -X '!*.y?(a)ml' -- "$word"; compgen -f -X '!*.dyn' -- "$word"; compgen -d -- "$word")
  fi
}
complete -o filenames -F _pawl pawl
