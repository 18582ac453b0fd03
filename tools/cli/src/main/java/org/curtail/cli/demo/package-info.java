/**
 * {@code curtail demo}: runs the other commands one after the other and remembers which of them are
 * finished ({@link org.curtail.cli.demo.DemoSteps}).
 */
@NullMarked
package org.curtail.cli.demo;

import org.jspecify.annotations.NullMarked;
