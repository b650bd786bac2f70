# fish completion for cal and calctl. Written by: cal completion fish
# Try it: cal completion fish | source

# Lines "word<TAB>description".
function __cal_candidates
    set -l words (commandline -opc)
    set -l begun (commandline -ct | string replace -r '^["\']' '')
    set -l found ($words[1] __complete -- $words[2..-1] "$begun" 2>/dev/null)
    if test "$found" = \tfiles
        set -l before (string match -r '^--[^=]*=' -- $begun)
        __fish_complete_path (string replace -r '^--[^=]*=' '' -- $begun) | string replace -r '^' -- "$before"
    else if set -q found[1]
        printf '%s\n' $found
    end
end

for program in cal calctl
    complete -c $program -f -a '(__cal_candidates)'
end
