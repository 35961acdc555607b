// SPDX-License-Identifier: GPL-2.0-or-later
// scene.pov - glass and mirror spheres over a checkered floor, a blob, two lights
global_settings { assumed_gamma 1.0 max_trace_level 6 }
camera { location <0, 2.2, -6> look_at <0, 0.8, 0> }
light_source { <-6, 8, -6> rgb 0.9 }
light_source { <7, 5, -3> rgb <0.5, 0.5, 0.7> area_light <1, 0, 0>, <0, 1, 0>, 3, 3 }
plane { y, 0 pigment { checker rgb 0.9 rgb <0.2, 0.3, 0.6> } finish { reflection 0.15 } }
#declare i = 0;
#while (i < 24)
	sphere {
		<2.4 * cos(i * pi / 6), 0.35 + 0.1 * i, 2.4 * sin(i * pi / 6)>, 0.3
		pigment { rgb <0.4 + 0.02 * i, 0.9 - 0.03 * i, 0.5> }
		finish { phong 0.8 reflection 0.25 }
	}
	#declare i = i + 1;
#end
sphere { <0, 1, 0>, 0.9 pigment { rgbt <0.95, 0.98, 1, 0.85> } finish { reflection 0.1 } interior { ior 1.5 } }
blob {
	threshold 0.6
	sphere { <-1.2, 0.5, -1.5>, 0.8, 1 }
	sphere { <-0.6, 0.6, -1.7>, 0.7, 1 }
	sphere { <-0.9, 1.0, -1.5>, 0.6, 1 }
	texture { pigment { granite scale 0.3 } finish { diffuse 0.7 specular 0.4 } }
}
