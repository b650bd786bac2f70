# PowerShell completion for cal and calctl. Written by: cal completion powershell
# Try it: cal completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName @('cal', 'calctl') -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $typed = @($words | Select-Object -Skip 1)
  # An empty argument would be dropped.
  $begun = if ($wordToComplete -eq '') { '""' } else { $wordToComplete }
  $found = @(& $words[0] __complete -- @typed $begun 2>$null)
  if ($found.Count -eq 1 -and $found[0] -eq "`tfiles") { return }
  $found | Where-Object { $_ } | ForEach-Object {
    $word, $description = $_ -split "`t", 2
    if (-not $description) { $description = $word }
    # A word may come from a server: inserted as it is, PowerShell would execute $(...) in it.
    $quoted = if ($word -match '^[\w.,:/+=-]+$') { $word } else {
      "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word) + "'"
    }
    [System.Management.Automation.CompletionResult]::new($quoted, $word, 'ParameterValue', $description)
  }
}
