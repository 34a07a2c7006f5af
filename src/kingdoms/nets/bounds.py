"""The bounds that keep the sums of a net within their integers; see `kingdoms.nets.net`.

Negative bounds are constants of their own: in C, the negation of one of these constants has no sign.
"""

MOST_INPUT = 255
LEAST_INPUT = -255
MOST_INPUTS = 256
MOST_HIDDEN = 256
MOST_WEIGHT = 32_767
MOST_BIAS = 8_388_608

# Logits are whole multiples of 1/65536
LOGIT_BITS = 16
MOST_LOGIT = 16_777_216
LEAST_LOGIT = -16_777_216

# The table of e to the power of minus x has a step of 1/64 and ends at x = 16
STEP_BITS = 10
STEP = 1_024
LAST_STEP = 1_024
UNIT = 1_073_741_824
