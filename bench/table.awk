# Rows of the benchmark programs to one table, and those of the disc cam to another; then: pawl beside the peers, instructions per
# evaluation, touches, the aims.
BEGIN {
  FS = "\t"
  print "processor time on one core (the least of some runs where they are short); setup: building and compiling the model"
  print "error: pendulum largest distance, m; andrews largest angle difference, rad; four-bar rms of relative errors"
  line = "%-13s %-8s %-19s %10s %10s %8s %12s %10s %9s  %s\n"
  printf line, "problem", "program", "setting", "setup ms", "run ms", "steps", "evaluations", "error", "spread", "note"
}

function ms(s) { return s == "nan" ? "-" : sprintf("%.3f", 1000 * s) }
function figure(x) { return x == "nan" ? "-" : sprintf("%.2e", x) }

$1 == "fail" { failed = 1 }
$1 == "note" || $1 == "fail" { print "* " $2; fflush(); next }
$1 == "count" { name = $3; of = $2; plain[of, name] = $4; projected[of, name] = $5; if (!(name in counted)) order[++names] = name; counted[name] = 1; next }
$1 == "evaluate" { plain_ns[of, name] = $4; projected_ns[of, name] = $5; next }  # follows the count of the same
$1 == "touch" {
  if (!touches++) {
    print "\ntouches: processor time and instructions of one update (place and motion), of one global search"
    printf "%-7s %-50s %12s %14s\n", "", "", "ns", "instructions"
  }
  printf "%-7s %-50s %12.0f %14d\n", $2, $3, $4, $5
  next
}
$1 == "cone" {
  if (!cones++) {
    print "\ncone problem of four touches with friction: processor time, sweeps, the largest that a rate is off by (m/s^2)"
    printf "%-40s %12s %8s %10s\n", "", "ns", "sweeps", "residual"
  }
  printf "%-40s %12.0f %8d %10s\n", $2, $3, $4, $5
  fflush()
  next
}
$1 == "surface" {
  if (!surfaces++) {
    print "\nsurfaces: processor time and instructions of one call; derivatives: place, first and second ones"
    printf "%-19s %-45s %-5s %10s %13s  %s\n", "", "", "", "ns", "instructions", "note"
  }
  beside = ""
  if ($4 == "pawl") own[$2, $3] = $5
  else if (own[$2, $3]) beside = sprintf("%.1f times pawl's time; ", $5 / own[$2, $3])
  printf "%-19s %-45s %-5s %10.0f %13d  %s%s\n", $2, $3, $4, $5, $7, beside, $6
  fflush()
  next
}
$1 == "cam" {
  cam_line = "%-13s %-8s %-25s %10s %8s %10s %10s %10s %10s  %s\n"
  if (!cams++) {
    print "\ndisc cam, 100 turns: processor time for a simulated second, largest errors in the last turn (m, N) and of its event times (s)"
    printf cam_line, "problem", "program", "setting", "ms/s", "steps", "position", "force", "lift", "landing", "note"
  }
  printf cam_line, "cam " $2, $3, $4, ms($5), $6, figure($7), figure($8), figure($9), figure($10), $11
  fflush()
  if ($3 == "pawl" && $4 == "default") { cam_time[$2] = $5; cam_force[$2] = $8; cam_event[$2] = $9 > $10 ? $9 : $10 }
  next
}
$1 == "rolling" {
  rolling_line = "%-13s %-8s %-25s %10s %8s %12s %10s  %s\n"
  if (!rollings++) {
    print "\nwithout slip: sphere in a cylinder (10 s), disc on a plane (3 s), ball on a turntable (10 s): processor time of the run, largest error of the centre (m)"
    printf rolling_line, "problem", "program", "setting", "run ms", "steps", "evaluations", "error", "note"
  }
  printf rolling_line, $2, $3, $4, ms($5), $6, $7 < 0 ? "-" : $7, figure($8), $9
  fflush()
  if ($3 == "pawl" && $2 == "sphere" && $8 <= 1e-9 && (!sphere_time || $5 < sphere_time)) { sphere_time = $5; sphere_error = $8 }
  next
}
$1 == "study" {
  study_line = "%-25s %10s %10s %10s %10s %10s %18s\n"
  if (!studies++) {
    print "\nstudies: processor time of a bare run and of a sample, and what is added; wall clock per sample by one thread and by two; memory"
    printf study_line, "model", "run ms", "sample ms", "added", "wall ms", "by two", "MB (samples)"
  }
  printf study_line, $2, ms($3), ms($4), sprintf("%.1f %%", 100 * ($4 / $3 - 1)), ms($5), ms($6),
    sprintf("%.0f (%d) %.0f (%d)", $8, $7, $10, $9)
  fflush()
  next
}
$1 == "heap" {
  heap_line = "%-25s %10s %8s %8s %8s %12s %12s %12s\n"
  if (!heaps++) {
    print "\nheap of 20 boxes with friction in the plane, 0.3 s: processor time of the run; by the audit: largest errors of energy, of forces and impulses against motion, deepest overlap, each of its scale"
    printf heap_line, "setting", "run ms", "steps", "events", "impacts", "energy", "momentum", "overlap"
  }
  printf heap_line, $2, ms($3), $4, $5, $6, figure($7), figure($8), figure($9)
  fflush()
  next
}
$1 == "growth" {
  growth_line = "%-20s %8s %12s %18s %14s %8s\n"
  if (!growths++) {
    print "\ngrowth: processor time of whole runs, from the text to the result, without audit; the smallest is audited, too, and breaks no law"
    printf growth_line, "problem", "size", "run ms", "exponent (last)", "(from first)", "aim"
  }
  printf growth_line, $2, $3, ms($4), $5 == "nan" ? "" : $5, $6 == "nan" ? "" : $6, $6 == "nan" ? "" : $7
  fflush()
  next
}
$1 == "run" {
  bar = $2 ~ /^four-bar/
  printf line, $2, $3, $4, ms($5), ms($6), $7, $8 < 0 ? "-" : $8, figure($9), bar ? figure($10) : "", $11
  fflush()
  if ($3 == "pawl" && bar) {
    if (!($10 <= 1e-6) || $9 == "nan") lost = lost " " $2 " at " $4 ";"
    bars++
  }
  if ($9 == "nan" || $11 ~ /branch lost/) next
  rows++
  problem[rows] = $2; program[rows] = $3; setting[rows] = $4; time[rows] = $6; error[rows] = $9
}

# The quickest run of pawl at most as wrong; 0: none.
function best(what, limit,    i, found) {
  found = 0
  for (i = 1; i <= rows; i++) {
    if (program[i] == "pawl" && problem[i] == what && error[i] + 0 <= limit + 0 && (!found || time[i] + 0 < time[found] + 0)) found = i
  }
  return found
}

# Whether the same program has a run that is both quicker and better.
function beaten(i,    j) {
  for (j = 1; j <= rows; j++) {
    if (program[j] == program[i] && problem[j] == problem[i] && time[j] + 0 < time[i] + 0 && error[j] + 0 < error[i] + 0) return 1
  }
  return 0
}

function compare(    i, b) {
  print "\npeers at their best settings, and the quickest run of pawl with an error not larger"
  line = "%-13s %-8s %-19s %10s %10s   %-16s %10s %10s %14s\n"
  printf line, "problem", "peer", "setting", "run ms", "error", "pawl", "run ms", "error", "peer/pawl"
  for (i = 1; i <= rows; i++) {
    if (program[i] == "pawl" || beaten(i)) continue
    b = best(problem[i], error[i])
    if (b) {
      printf line, problem[i], program[i], setting[i], ms(time[i]), figure(error[i]), setting[b], ms(time[b]), figure(error[b]),
             sprintf("%.1f", time[i] / time[b])
    } else {
      printf line, problem[i], program[i], setting[i], ms(time[i]), figure(error[i]), "none as exact", "-", "-", "-"
    }
  }
}

function aim(what, title, limit, wanted,    b) {
  b = best(what, limit)
  if (!b) printf aims, title, ms(wanted), "not reached", "-", "-"
  else printf aims, title, ms(wanted), ms(time[b]), figure(error[b]), sprintf("%.2f", time[b] / wanted)
}

function aim_cam(w, title, error, limit) {
  printf aims, title, ms(0.002) "/s", ms(cam_time[w]) "/s", figure(error), sprintf("%.2f%s", cam_time[w] / 0.002, error > limit ? " (error)" : "")
}

function growth(mode, a, b) {
  printf aims, "instructions, N=640 over N=160, " mode, "4.60 times", a ? sprintf("%.2f", b / a) : "-", "", a ? sprintf("%.2f", b / a / 4.6) : "-"
}

END {
  compare()
  print "\none derivative evaluation: far from singular positions (plain), and with stages projected (near them)"
  line = "%-13s %-12s %12s %10s %14s %10s\n"
  printf line, "problem", "formulation", "plain instr", "ns", "projected instr", "ns"
  for (i = 1; i <= names; i++) {
    split("multipliers canonical", which, " ")
    for (f = 1; f <= 2; f++) {
      if (!((which[f], order[i]) in plain)) continue
      printf line, order[i], which[f], plain[which[f], order[i]], plain_ns[which[f], order[i]], projected[which[f], order[i]], projected_ns[which[f], order[i]]
    }
  }
  print "\naims"
  aims = "%-46s %12s %12s %10s %14s\n"
  printf aims, "", "aim ms", "reached ms", "error", "reached/aim"
  aim("andrews", "A03 within 1e-6 rad", 1e-6, 0.005)
  aim("four-bar 40", "A02 N=40 within 1e-3 (\"high\")", 1e-3, 0.3)
  aim("pendulum", "A01 within 1e-9 m", 1e-9, 0.001)
  printf aims, "A02 on the right branch at every tolerance", "all", lost || !bars ? "no" : "all " bars, "", ""
  if (lost) print "  lost:" lost
  printf aims, "andrews, one evaluation in canonical", "0.001", sprintf("%.6f", plain_ns["canonical", "andrews"] / 1e6), "", sprintf("%.2f", plain_ns["canonical", "andrews"] / 1000)
  growth("plain", plain["multipliers", "four-bar 160"], plain["multipliers", "four-bar 640"])
  growth("projected", projected["multipliers", "four-bar 160"], projected["multipliers", "four-bar 640"])
  if (cams) {
    aim_cam("150", "cam, w = 150, force within 1e-10 N, default", cam_force["150"], 1e-10)
    aim_cam("220", "cam, w = 220, force within 1e-10 N, default", cam_force["220"], 1e-10)
    aim_cam("220", "cam, w = 220, events within 1e-12 s, default", cam_event["220"], 1e-12)
  }
  if (rollings) printf aims, "sphere in a cylinder within 1e-9 m", ms(0.02), ms(sphere_time ? sphere_time : "nan"), figure(sphere_error), sprintf("%.2f", sphere_time / 0.02)
  print "the aims on heaps of spheres and on meshes are not measured: they need meshes, which are not there yet"
  exit failed
}
